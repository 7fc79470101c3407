import { useQuery } from '@tanstack/react-query';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { api } from '../../../product/api.ts';

/** Read again on return to the tab: the billing portal opens in another one. */
export const overviewQuery = api.billing.overview.queryOptions({ staleTime: 0, refetchOnWindowFocus: true });

/** Returns false if the server does not know the call: the section is then omitted. */
export function useHasBilling(): boolean {
  const { error } = useQuery(overviewQuery);
  return !isUnknownCall(error);
}
