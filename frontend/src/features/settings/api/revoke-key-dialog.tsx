import type { ApiKey } from '@closingwire/contracts/auth-api';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRevokeKey } from './queries.ts';

type RevokeKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

export function RevokeKeyDialog({ apiKey, onClose, returnFocus }: RevokeKeyDialogProps) {
  const revoke = useRevokeKey();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`Revoke "${apiKey.name}"?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={revoke.isPending}
            onClick={() => revoke.mutate({ keyId: apiKey.id }, { onSuccess: onClose })}
          >
            {revoke.isPending ? 'Revoking...' : 'Revoke key'}
          </Button>
        </>
      }
    >
      Whatever uses the key <code className="font-mono">{apiKey.prefix}…</code> is refused within a few
      seconds. It cannot be taken back; to change a key without a gap, roll it.
    </Dialog>
  );
}
