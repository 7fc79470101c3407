import type { FileChoice } from '@closingwire/contracts/exports';
import { FILE_ROWS_HEADER } from '@closingwire/contracts/file-names';
import type { DashboardFilters } from '@closingwire/contracts/leads';
import { hashKey, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureOf } from '../../../lib/api-error.ts';
import { trackedFetch } from '../../../lib/reachability.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { exportCopy, exported } from '../copy.ts';

/** A server of the specification has no such call, so a failure is final. */
export const useFileChoice = (viewId: string | null) =>
  useQuery(
    api.leads.fileChoice.queryOptions({
      input: choiceOf(viewId),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
    }),
  );

const choiceOf = (viewId: string | null) => (viewId ? { viewId } : {});

const nameIn = (reply: Response) =>
  /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? 'closingwire.csv';

/** Saves the file of a reply and returns the number of its rows; saves none without rows. */
export async function saveReply(reply: Response): Promise<number> {
  if (!reply.ok) throw await failureOf(reply);
  if (reply.status === 204) return 0;
  // Rejects if the stream breaks, so that no short file is saved.
  const file = await reply.blob();
  const rows = Number(reply.headers.get(FILE_ROWS_HEADER));
  if (rows > 0) saveFile(nameIn(reply), file);
  return rows;
}

const noneNew = {
  title: exportCopy.empty.title,
  description: 'Your earlier exports have all agents of these filters.',
};

type Kept = { choice: FileChoice; viewId: string | null };

/** Returns a function that keeps a choice for its view, or else for the account. */
function useKeep() {
  const queryClient = useQueryClient();
  return async ({ choice, viewId }: Kept) => {
    const kept = await client.leads.putFileChoice({ ...choice, viewId });
    const own = api.leads.fileChoice.queryKey({ input: choiceOf(viewId) });
    queryClient.setQueryData(own, kept);
    if (viewId) return;
    // Views without a choice have that of the account.
    const queryKey = api.leads.fileChoice.key();
    const ofView = ({ queryHash }: { queryHash: string }) => queryHash !== hashKey(own);
    queryClient.removeQueries({ queryKey, type: 'inactive', predicate: ofView });
    void queryClient.invalidateQueries({ queryKey, predicate: ofView });
  };
}

/** Keeps changed choices, one after the other. */
export const useKeepChoice = () =>
  useAction({
    mutationFn: useKeep(),
    scope: { id: 'file-choice' },
    failed: { title: 'Choice not kept', fallback: 'Your choice could not be kept. Please change it again.' },
  });

/** Reads the views again on each opening and focus: another tab or device may have changed one. */
export const useFreshViews = () =>
  useQuery(
    api.leads.listViews.queryOptions({
      retry: false,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
    }),
  );

type Made = { filters: DashboardFilters; choice: FileChoice; viewId: string | null };

/** The rows that the file would have now, and the agents whom it leaves out. */
export const useFileRows = ({ filters, choice: { preset, onlyNew, comparedWith }, viewId }: Made) =>
  useQuery(
    api.leads.countFile.queryOptions({
      input: { ...filters, preset, onlyNew, comparedWith, ...choiceOf(viewId) },
      staleTime: 0,
    }),
  );

/** Keeps the choice, then makes its file. */
export function useMakeFile() {
  const queryClient = useQueryClient();
  const keep = useKeep();
  return useAction({
    mutationFn: async ({ filters, choice, viewId }: Made) => {
      await keep({ choice, viewId });
      const reply = await trackedFetch('/api/user/files', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...filters, ...choice, viewId }),
      });
      return saveReply(reply);
    },
    onSettled: (_rows, error) =>
      Promise.all(
        [
          ...[api.leads.listExports.key(), api.leads.countFile.key()],
          // The view may have been changed or deleted.
          ...(error ? [api.leads.listViews.key()] : []),
        ].map(queryKey => queryClient.invalidateQueries({ queryKey })),
      ),
    succeeded: (rows, { choice }) => exported(rows, choice.onlyNew ? noneNew : undefined),
    failed: exportCopy.failed,
  });
}
