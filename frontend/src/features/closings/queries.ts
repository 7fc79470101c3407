import type { DashboardFilters, ListPeriod } from '@closingwire/contracts/leads';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, client } from '../../lib/api.ts';
import { downloadCsv, toCsv } from '../../lib/csv.ts';
import { toDay } from '../../lib/dates.ts';
import { useAction } from '../../lib/use-action.ts';
import { standingQuery, subscriptionsQuery } from '../../product/account.ts';
import { exportCopy, exported, flagCopy, removeCopy } from './copy.ts';
import { closingColumns } from './list/lead-csv.ts';
import { withLists } from './zips/zip-status.ts';

export const PAGE_SIZE = 25;
const QUICK_POLL_MS = 2000;
const SLOW_POLL_MS = 15_000;
const QUICK_POLLS = 60;

export const useStanding = () => useQuery(standingQuery);

/**
 * The own ZIPs, each with its list or still updating. While one is updating, the lists are asked for
 * again, quickly for two minutes and then calmly; the closings follow as soon as a list arrives.
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
    void queryClient.invalidateQueries({ queryKey: api.leads.listAgents.key() });
    void queryClient.invalidateQueries({ queryKey: api.leads.summariseAgents.key() });
  }, [lists.data, readyCount, queryClient]);
  return { subscriptions, lists, zips };
}

/** A page of the closings in the own ZIPs. */
export const useClosings = (filters: DashboardFilters, page: number) =>
  useQuery(
    api.leads.listAgents.queryOptions({
      input: { ...filters, page, limit: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  );

/** What the same closings amount to. */
export const useSummary = (filters: DashboardFilters) =>
  useQuery(api.leads.summariseAgents.queryOptions({ input: filters, placeholderData: keepPreviousData }));

/** Downloads every closing that the filters let through. */
export const useExport = (filters: DashboardFilters) =>
  useAction({
    mutationFn: () => client.leads.exportAgents(filters),
    onSuccess: ({ agents }) => {
      if (agents.length === 0) return;
      downloadCsv(`custom-agent-filter-${toDay(new Date())}.csv`, toCsv(closingColumns, agents));
    },
    succeeded: ({ agents }) => exported(agents.length),
    failed: exportCopy.failed,
  });

export const useFlagLead = () =>
  useAction({
    mutationFn: (flag: { agentId: string; note: string }) => client.leads.flagLead(flag),
    succeeded: flagCopy.succeeded,
    failed: flagCopy.failed,
  });

/** Gives a ZIP back; all that was read with it is asked for anew. */
export function useRemoveZip() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (id: string) => client.billing.unsubscribe({ id }),
    onSuccess: () => queryClient.invalidateQueries(),
    succeeded: { title: removeCopy.succeeded },
    failed: { title: 'Error', fallback: removeCopy.failed },
  });
}
