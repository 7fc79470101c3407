import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../product/api.ts';

/** Numbers of users, available ZIPs and subscriptions; refetched on each visit. */
export function useStatistics() {
  const users = useQuery(
    api.auth.listUsers.queryOptions({ input: { limit: 1 }, staleTime: 0, select: ({ total }) => total }),
  );
  const zips = useQuery(
    api.catalog.listAllZips.queryOptions({
      input: { limit: 1 },
      staleTime: 0,
      select: ({ available }) => available,
    }),
  );
  const subscriptions = useQuery(
    api.billing.countSubscriptions.queryOptions({ staleTime: 0, select: ({ active }) => active }),
  );
  return { users, zips, subscriptions };
}

export const trendLengths = [30, 90] as const;
export type TrendDays = (typeof trendLengths)[number];

/** Daily figures from auth, billing and leads. */
export function useTrends(days: TrendDays) {
  const options = { input: { days }, staleTime: 0, placeholderData: keepPreviousData };
  return {
    users: useQuery(api.auth.userStatistics.queryOptions(options)),
    payments: useQuery(api.billing.paymentStatistics.queryOptions(options)),
    leads: useQuery(api.leads.leadStatistics.queryOptions(options)),
  };
}
