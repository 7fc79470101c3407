import type { Agent } from '@closingwire/contracts/lead';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { downloadCsv, toCsv } from '../../../lib/csv.ts';
import { toDay } from '../../../lib/dates.ts';
import { notify } from '../../../lib/notify.ts';
import { exportCopy } from '../copy.ts';
import { zipAgentColumns } from '../list/lead-list-csv.ts';

const PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 200;

export type ZipAgentsInput = {
  zip: string;
  search?: string;
  dateFrom?: string;
  dateTo?: string;
  leadListId?: string;
};

/** The reply is a bare array only to a call without any query. */
const asPage = (reply: Awaited<ReturnType<typeof client.leads.listZipAgents>>) =>
  Array.isArray(reply) ? { agents: reply, total: reply.length, page: 1, totalPages: 1 } : reply;

export const useZipAgents = (input: ZipAgentsInput, page: number) =>
  useQuery(
    api.leads.listZipAgents.queryOptions({
      input: { ...input, page, limit: PAGE_SIZE },
      placeholderData: keepPreviousData,
      select: asPage,
    }),
  );

async function allAgents(input: ZipAgentsInput): Promise<Agent[]> {
  const agents: Agent[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const reply = asPage(await client.leads.listZipAgents({ ...input, page, limit: EXPORT_PAGE_SIZE }));
    agents.push(...reply.agents);
    totalPages = reply.totalPages;
  }
  return agents;
}

/** Downloads every agent that the filters let through, page by page. */
export const useZipExport = (input: ZipAgentsInput) =>
  useMutation({
    mutationFn: () => allAgents(input),
    onSuccess: agents => {
      if (agents.length === 0) return notify({ ...exportCopy.empty, tone: 'danger' });
      downloadCsv(`agents-${input.zip}-${toDay(new Date())}.csv`, toCsv(zipAgentColumns, agents));
      notify({ ...exportCopy.succeeded(agents.length), tone: 'positive' });
    },
    onError: error =>
      notify({
        title: exportCopy.failed.title,
        description: messageOf(error, exportCopy.failed.fallback),
        tone: 'danger',
      }),
  });
