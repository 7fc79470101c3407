import type { Agent } from '@closingwire/contracts/lead';
import { client } from '../../../lib/api.ts';
import { type CsvColumn, csvHeader, csvLines, downloadCsv } from '../../../lib/csv.ts';

export type ZipAgentsInput = {
  zip: string;
  search?: string;
  dateFrom?: string;
  dateTo?: string;
  leadListId?: string;
};

type Reply = Awaited<ReturnType<typeof client.leads.listZipAgents>>;

/** The reply is a bare array only to a call without any query. */
export const asPage = (reply: Reply) =>
  Array.isArray(reply) ? { agents: reply, total: reply.length, page: 1, totalPages: 1 } : reply;

/** As much as a page of an export may hold; the browser stays awake between two of them. */
const PAGE_ROWS = 1000;

async function* pagesOf(input: ZipAgentsInput): AsyncGenerator<Agent[]> {
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const reply = asPage(await client.leads.listZipAgents({ ...input, page, limit: PAGE_ROWS }));
    totalPages = reply.totalPages;
    yield reply.agents;
  }
}

type Download = {
  fileName: string;
  columns: readonly CsvColumn<Agent>[];
  inputs: readonly ZipAgentsInput[];
  onProgress?: (rows: number) => void;
};

/** Downloads all rows of the inputs as one file and resolves with their number; no file is made of none. */
export async function downloadAgents({ fileName, columns, inputs, onProgress }: Download): Promise<number> {
  const parts = [csvHeader(columns)];
  let count = 0;
  for (const input of inputs) {
    for await (const agents of pagesOf(input)) {
      parts.push(csvLines(columns, agents));
      count += agents.length;
      onProgress?.(count);
    }
  }
  if (count > 0) downloadCsv(fileName, ...parts);
  return count;
}
