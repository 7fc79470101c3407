import type { Subscription } from '@closingwire/contracts/screen-api';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { standingQuery, subscriptionsQuery } from '../../../product/account.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
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
    <ActionDialog
      onClose={onClose}
      onAction={() => remove.mutate(zip.id, { onSettled: onClose })}
      action={remove.isPending ? 'Removing...' : 'Remove ZIP code'}
      isDisabled={remove.isPending}
      cancel="Keep it"
      {...(returnFocus && { returnFocus })}
      title={`Remove ${zipCode}?`}
    >
      The closings of {city}, {state} leave your dashboard at once, and another company of your industry may
      take the ZIP code.
      {isCredited && ' What you paid for the rest of this month counts towards your next charge.'}
    </ActionDialog>
  );
}

/** Removing the last paid ZIP ends the subscription without a credit. */
function useIsCredited({ kind }: Subscription): boolean {
  const { paymentState, endsAt } = useQuery(standingQuery).data ?? {};
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery);
  const isCharged = kind === 'paid' && paymentState === 'active' && endsAt === null;
  return isCharged && subscriptions.filter(other => other.kind === 'paid').length > 1;
}
