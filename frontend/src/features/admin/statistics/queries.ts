import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** How many users, ZIPs that can be ordered, and subscriptions there are. Asked anew with each visit. */
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
    api.billing.listAllSubscriptions.queryOptions({ staleTime: 0, select: list => list.length }),
  );
  return { users, zips, subscriptions };
}
