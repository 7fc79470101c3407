import type { Subscription } from '@closingwire/contracts/screen-api';
import { useQuery } from '@tanstack/react-query';
import { notify } from '../../lib/notify.ts';
import { useAction } from '../../lib/use-action.ts';
import { subscriptionsQuery } from '../../product/account.ts';
import { client } from '../../product/api.ts';

const noZips = { title: 'No ZIP codes selected', description: 'Add ZIP codes to continue' };
const failed = { title: 'Error', fallback: 'Failed to start checkout' };

const isOnTrial = ({ kind, stripeSubscriptionId }: Subscription) =>
  kind ? kind === 'trial' : stripeSubscriptionId === null;

/**
 * Returns `start`, which opens the checkout for the trial's ZIPs. Without such ZIPs, it shows an error: granted ZIPs
 * need no payment.
 */
export function useConvertTrial() {
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery);
  const unpaid = subscriptions.filter(isOnTrial);
  const convert = useAction({
    mutationFn: () => client.billing.convertTrial(),
    onSuccess: reply => {
      if (reply?.checkoutUrl) window.location.assign(reply.checkoutUrl);
      else notify({ title: failed.title, description: failed.fallback, tone: 'danger' });
    },
    failed,
  });
  const start = () => (unpaid.length === 0 ? notify({ ...noZips, tone: 'danger' }) : convert.mutate());
  return { start, isPending: convert.isPending };
}
