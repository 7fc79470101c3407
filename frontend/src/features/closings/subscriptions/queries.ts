import type { Agent } from '@closingwire/contracts/lead';
import { useMutation, useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../../lib/account.ts';
import { api, client } from '../../../lib/api.ts';
import { downloadCsv, toCsv } from '../../../lib/csv.ts';
import { toDay } from '../../../lib/dates.ts';
import { notify } from '../../../lib/notify.ts';
import { exportCopy, listExportCopy } from '../copy.ts';
import { leadListColumns } from '../list/lead-list-csv.ts';
import { withLists } from '../zips/zip-status.ts';

export type Period = 'daily' | 'weekly';

/** The own subscriptions, with the lists of the last day or week. */
export function useSubscriptionRows(period: Period) {
  const subscriptions = useQuery(subscriptionsQuery);
  const lists = useQuery({
    ...api.leads.listLeadLists.queryOptions({ input: { period } }),
    enabled: (subscriptions.data?.length ?? 0) > 0,
  });
  const isPending = subscriptions.isPending || lists.isLoading;
  return { subscriptions, isPending, rows: withLists(subscriptions.data ?? [], lists.data ?? []) };
}

async function agentsOf(zip: string): Promise<Agent[]> {
  const reply = await client.leads.listZipAgents({ zip });
  return Array.isArray(reply) ? reply : reply.agents;
}

type ListExport = {
  fileName: string;
  zips: readonly string[];
  empty: { title: string; description: string };
  failed: { title: string; description: string };
};

/** Downloads the lists of the ZIPs as one file. */
const useListExport = () =>
  useMutation({
    mutationFn: async ({ zips }: ListExport) => {
      const agents: Agent[] = [];
      for (const zip of zips) agents.push(...(await agentsOf(zip)));
      return agents;
    },
    onSuccess: (agents, { fileName, empty }) => {
      if (agents.length === 0) return notify({ ...empty, tone: 'danger' });
      downloadCsv(fileName, toCsv(leadListColumns, agents));
      notify({ ...exportCopy.succeeded(agents.length), tone: 'positive' });
    },
    onError: (_error, { failed }) => notify({ ...failed, tone: 'danger' }),
  });

export function useListExports() {
  const { mutate, isPending } = useListExport();
  return {
    isPending,
    exportOne: (zip: string) =>
      mutate({
        fileName: `leadlist-${zip}-${toDay(new Date())}.csv`,
        zips: [zip],
        empty: listExportCopy.empty,
        failed: listExportCopy.failed,
      }),
    exportAll: (zips: readonly string[]) =>
      mutate({
        fileName: `all-leadlists-${toDay(new Date())}.csv`,
        zips,
        empty: listExportCopy.allEmpty,
        failed: listExportCopy.allFailed,
      }),
  };
}
