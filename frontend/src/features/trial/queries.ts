import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../lib/account.ts';
import { client } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useAction } from '../../lib/use-action.ts';

const noZips = { title: 'No ZIP codes selected', description: 'Add ZIP codes to continue' };
const failed = { title: 'Error', fallback: 'Failed to start checkout' };

/** Leads to the checkout that turns the trial ZIPs into paid ones; granted ones cost nothing. */
export function useConvertTrial() {
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery);
  const unpaid = subscriptions.filter(({ kind }) => kind === 'trial');
  const convert = useAction({
    mutationFn: () => client.billing.convertTrial(),
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
    failed,
  });
  const start = () => (unpaid.length === 0 ? notify({ ...noZips, tone: 'danger' }) : convert.mutate());
  return { start, isPending: convert.isPending };
}
