import type { Subscription } from '@closingwire/contracts/billing-api';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRemoveZip } from '../queries.ts';

type RemoveZipDialogProps = {
  zip: Subscription;
  onClose: () => void;
  /** Takes the focus afterwards, when what opened the dialog went with the ZIP. */
  returnFocus?: RefObject<HTMLElement | null>;
};

export function RemoveZipDialog({ zip, onClose, returnFocus }: RemoveZipDialogProps) {
  const remove = useRemoveZip();
  const { zipCode, city, state } = zip.zipCode;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      {...(returnFocus && { returnFocus })}
      title={`Remove ${zipCode}?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(zip.id, { onSettled: onClose })}
          >
            {remove.isPending ? 'Removing...' : 'Remove ZIP code'}
          </Button>
        </>
      }
    >
      The closings of {city}, {state} leave your dashboard at once, and another company of your industry may
      take the ZIP code.
    </Dialog>
  );
}
