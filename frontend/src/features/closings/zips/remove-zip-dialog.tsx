import type { Subscription } from '@closingwire/contracts/screen-api';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { standingQuery, subscriptionsQuery } from '../../../product/account.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRemoveZip } from '../queries.ts';

type RemoveZipDialogProps = {
  zip: Subscription;
  onClose: () => void;
  /** Gets the focus if the dialog's opener disappears with the ZIP. */
  returnFocus?: RefObject<HTMLElement | null>;
};

export function RemoveZipDialog({ zip, onClose, returnFocus }: RemoveZipDialogProps) {
  const remove = useRemoveZip();
  const isCredited = useIsCredited(zip);
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
      {isCredited && ' What you paid for the rest of this month counts towards your next charge.'}
    </Dialog>
  );
}

/** Removing the last paid ZIP ends the subscription without a credit. */
function useIsCredited({ kind }: Subscription): boolean {
  const { paymentState, endsAt } = useQuery(standingQuery).data ?? {};
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery);
  const isCharged = kind === 'paid' && paymentState === 'active' && endsAt === null;
  return isCharged && subscriptions.filter(other => other.kind === 'paid').length > 1;
}
