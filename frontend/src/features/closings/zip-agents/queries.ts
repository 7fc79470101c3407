import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { toDay } from '../../../lib/dates.ts';
import { useAction } from '../../../lib/use-action.ts';
import { exportCopy, exported } from '../copy.ts';
import { zipAgentColumns } from '../list/lead-list-csv.ts';
import { asPage, downloadAgents, type ZipAgentsInput } from './agent-pages.ts';

const PAGE_SIZE = 50;

export const useZipAgents = (input: ZipAgentsInput, page: number) =>
  useQuery(
    api.leads.listZipAgents.queryOptions({
      input: { ...input, page, limit: PAGE_SIZE },
      placeholderData: keepPreviousData,
      select: asPage,
    }),
  );

/** Downloads every agent that the filters let through, page by page. */
export const useZipExport = (input: ZipAgentsInput) =>
  useAction({
    mutationFn: () =>
      downloadAgents({
        fileName: `agents-${input.zip}-${toDay(new Date())}.csv`,
        columns: zipAgentColumns,
        inputs: [input],
      }),
    succeeded: count => exported(count),
    failed: exportCopy.failed,
  });
