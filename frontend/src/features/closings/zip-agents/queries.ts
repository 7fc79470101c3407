import { leadFields } from 'virtual:lead-fields';
import type { Closing } from '@closingwire/contracts/lead';
import { todayIn } from '@closingwire/contracts/state-days';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { type CsvColumn, downloadCsv } from '../../../lib/csv.ts';
import { toDay } from '../../../lib/dates.ts';
import { useAction } from '../../../lib/use-action.ts';
import { subscriptionsQuery } from '../../../product/account.ts';
import { api, client } from '../../../product/api.ts';
import { exportCopy, exported } from '../copy.ts';
import { leadColumns, leadFile } from '../list/lead-csv.ts';

const PAGE_SIZE = 50;

/** Returns today's date in the ZIP's state, or in the viewer's time zone if the state or its zone is unknown. */
export function useTodayIn(zipCode: string): string {
  const { data = [] } = useQuery(subscriptionsQuery);
  const state = data.find(subscription => subscription.zipCode.zipCode === zipCode)?.zipCode.state;
  const now = new Date();
  return (state && todayIn(state, now)) || toDay(now);
}

export const useZipAgents = (input: ZipAgentsInput, page: number) =>
  useQuery(
    api.leads.listZipAgents.queryOptions({
      input: { ...input, page, limit: PAGE_SIZE },
      placeholderData: keepPreviousData,
      select: asPage,
    }),
  );

/** Downloads all filtered agents, page by page. */
export const useZipExport = (input: ZipAgentsInput) =>
  useAction({
    mutationFn: () =>
      downloadAgents({
        fileName: `agents-${input.zip}-${toDay(new Date())}.csv`,
        columns: leadColumns(leadFields),
        inputs: [input],
      }),
    succeeded: count => exported(count),
    failed: exportCopy.failed,
  });

export type ZipAgentsInput = {
  zip: string;
  search?: string;
  dateFrom?: string;
  dateTo?: string;
  leadListId?: string;
};

type Reply = Awaited<ReturnType<typeof client.leads.listZipAgents>>;

/** Only a call without a query replies with a bare array. */
const asPage = (reply: Reply) =>
  Array.isArray(reply) ? { agents: reply, total: reply.length, page: 1, totalPages: 1 } : reply;

/** The API's maximum for an export. The browser stays responsive between pages. */
const PAGE_ROWS = 1000;

async function* pagesOf(input: ZipAgentsInput, exportId: string): AsyncGenerator<Closing[]> {
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const reply = asPage(
      await client.leads.listZipAgents({ ...input, page, limit: PAGE_ROWS, use: 'exports', exportId }),
    );
    totalPages = reply.totalPages;
    yield reply.agents;
  }
}

/** Lets the export count for files of new agents. A server without that call keeps no exports. */
async function endExport(exportId: string): Promise<void> {
  try {
    await client.leads.endExport({ exportId });
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
}

type Download = {
  fileName: string;
  columns: readonly CsvColumn<Closing>[];
  inputs: readonly ZipAgentsInput[];
  onProgress?: (rows: number) => void;
};

/** Downloads all rows of the inputs as one file and returns their number; without rows it saves none. */
export async function downloadAgents({ fileName, columns, inputs, onProgress }: Download): Promise<number> {
  const file = leadFile(columns);
  const exportId = crypto.randomUUID();
  for (const input of inputs) {
    for await (const agents of pagesOf(input, exportId)) {
      file.add(agents);
      onProgress?.(file.count);
    }
  }
  if (file.count === 0) return 0;
  await endExport(exportId);
  downloadCsv(fileName, file.text());
  return file.count;
}
