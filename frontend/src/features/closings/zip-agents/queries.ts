import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { toDay } from '../../../lib/dates.ts';
import { notify } from '../../../lib/notify.ts';
import { exportCopy } from '../copy.ts';
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
  useMutation({
    mutationFn: () =>
      downloadAgents({
        fileName: `agents-${input.zip}-${toDay(new Date())}.csv`,
        columns: zipAgentColumns,
        inputs: [input],
      }),
    onSuccess: count =>
      notify(
        count === 0
          ? { ...exportCopy.empty, tone: 'danger' }
          : { ...exportCopy.succeeded(count), tone: 'positive' },
      ),
    onError: error =>
      notify({
        title: exportCopy.failed.title,
        description: messageOf(error, exportCopy.failed.fallback),
        tone: 'danger',
      }),
  });
