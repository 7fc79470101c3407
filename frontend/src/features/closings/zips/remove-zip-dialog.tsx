import type { Subscription } from '@closingwire/contracts/billing-api';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRemoveZip } from '../queries.ts';

export function RemoveZipDialog({ zip, onClose }: { zip: Subscription; onClose: () => void }) {
  const remove = useRemoveZip();
  const { zipCode, city, state } = zip.zipCode;
  return (
    <Dialog
      open
      onOpenChange={onClose}
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
