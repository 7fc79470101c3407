import type { KeptExport } from '@closingwire/contracts/exports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trackedFetch } from '../../../lib/reachability.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api } from '../../../product/api.ts';
import { exportCopy } from '../copy.ts';
import { againNotice } from './file-words.ts';
import { saveReply } from './queries.ts';

const EXPORTS_PAGE = 5;

export const useExports = (page: number) =>
  useQuery(
    api.leads.listExports.queryOptions({
      input: { page, limit: EXPORTS_PAGE },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );

export const useExportAgain = () =>
  useAction({
    mutationFn: async ({ id }: KeptExport) => saveReply(await trackedFetch(`/api/user/exports/${id}/file`)),
    succeeded: (rows, { closings }) => againNotice(rows, closings),
    failed: exportCopy.failed,
  });
