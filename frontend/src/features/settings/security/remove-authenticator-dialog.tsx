import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Authenticator, useRemoveAuthenticator } from './queries.ts';

type RemoveAuthenticatorDialogProps = {
  authenticator: Authenticator;
  isLast: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

export function RemoveAuthenticatorDialog({
  authenticator,
  isLast,
  onClose,
  returnFocus,
}: RemoveAuthenticatorDialogProps) {
  const remove = useRemoveAuthenticator();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`Remove "${authenticator.name}"?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(authenticator, { onSuccess: onClose })}
          >
            {remove.isPending ? 'Removing...' : 'Remove authenticator'}
          </Button>
        </>
      }
    >
      {isLast
        ? 'It is the only one: two-factor authentication is then off, and the password alone signs in.'
        : 'Its codes stop working. The other authenticators stay.'}
    </Dialog>
  );
}
