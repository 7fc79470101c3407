import type { ClosingSort } from '@closingwire/contracts/closing-sorts';
import type { DashboardFilters, ListPeriod } from '@closingwire/contracts/leads';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { subscriptionsQuery } from '../../product/account.ts';
import { api, client } from '../../product/api.ts';
import type { Sorting } from '../../ui/data-table.tsx';
import { exportCopy, exported, flagCopy, removeCopy } from './copy.ts';
import { withLists } from './zips/zip-status.ts';

export const PAGE_SIZE = 25;
const QUICK_POLL_MS = 2000;
const SLOW_POLL_MS = 15_000;
const QUICK_POLLS = 60;

/**
 * The user's ZIPs with their lists. While a list is missing, it polls fast for two minutes, then slowly; all that
 * shows agents is refetched when a list arrives.
 */
export function useZipsWithLists(period: ListPeriod = 'weekly') {
  const queryClient = useQueryClient();
  const subscriptions = useQuery(subscriptionsQuery);
  const lists = useQuery({
    ...api.leads.listLeadLists.queryOptions({ input: { period } }),
    enabled: (subscriptions.data?.length ?? 0) > 0,
    refetchInterval: ({ state }) => {
      if (state.error) return false;
      const zips = withLists(subscriptions.data ?? [], state.data);
      if (zips.every(zip => zip.isReady)) return false;
      return state.dataUpdateCount < QUICK_POLLS ? QUICK_POLL_MS : SLOW_POLL_MS;
    },
  });
  const zips = withLists(subscriptions.data ?? [], lists.data);
  const readyCount = zips.filter(zip => zip.isReady).length;
  const seenReady = useRef<number | null>(null);
  useEffect(() => {
    if (!lists.data) return;
    const grew = seenReady.current !== null && readyCount > seenReady.current;
    seenReady.current = readyCount;
    if (!grew) return;
    void queryClient.invalidateQueries({ queryKey: api.leads.key() });
  }, [lists.data, readyCount, queryClient]);
  return { subscriptions, lists, zips };
}

type Order = Pick<Sorting, 'by' | 'isDescending'>;

type ClosingsQuery = { query: DashboardFilters; page: number; sorting: Order; isKnown: boolean };

export const useClosings = ({ query, page, sorting: { by, isDescending }, isKnown }: ClosingsQuery) => {
  const isNewest = by === 'sold' && isDescending;
  return useQuery(
    api.leads.listAgents.queryOptions({
      input: {
        ...query,
        page,
        limit: PAGE_SIZE,
        // Servers of the specification know no order.
        ...(!isNewest && { sort: by as ClosingSort, order: isDescending ? 'desc' : 'asc' }),
      },
      placeholderData: keepPreviousData,
      enabled: isKnown,
    }),
  );
};

/** The state of a closing's contacts. A server of the specification has no such call, so a failure is final. */
export const useClosingContacts = (closingId: string) =>
  useQuery(api.leads.closingContacts.queryOptions({ input: { closingId }, retry: false }));

export const useSummary = (filters: DashboardFilters, isKnown: boolean) =>
  useQuery(
    api.leads.summariseAgents.queryOptions({
      input: filters,
      placeholderData: keepPreviousData,
      enabled: isKnown,
    }),
  );

export const useExport = (filters: DashboardFilters) =>
  useAction({
    mutationFn: async () => {
      const { exportClosings } = await import('./list/export-closings.ts');
      return exportClosings(filters);
    },
    succeeded: count => exported(count),
    failed: exportCopy.failed,
  });

/** The user's own flags. A server of the specification has no such call, so a failure shows none. */
export const ownFlagsQuery = api.leads.ownFlags.queryOptions({ retry: false });

export function useFlagLead() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (flag: { agentId: string; note: string }) => client.leads.flagLead(flag),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ownFlagsQuery.queryKey }),
    succeeded: flagCopy.succeeded,
    failed: flagCopy.failed,
  });
}

/** Removes a ZIP and invalidates all data that depends on it. */
export function useRemoveZip() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (id: string) => client.billing.unsubscribe({ id }),
    onSuccess: () => queryClient.invalidateQueries(),
    succeeded: { title: removeCopy.succeeded },
    failed: { title: 'Error', fallback: removeCopy.failed },
  });
}
