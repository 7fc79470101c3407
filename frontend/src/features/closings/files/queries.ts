import type { FileChoice, KeptExport, OwnList, OwnListKind } from '@closingwire/contracts/exports';
import { FILE_ROWS_HEADER } from '@closingwire/contracts/file-names';
import type { DashboardFilters } from '@closingwire/contracts/leads';
import { hashKey, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureOf } from '../../../lib/api-error.ts';
import { trackedFetch } from '../../../lib/reachability.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { exportCopy, exported } from '../copy.ts';
import { againNotice, plural } from './file-words.ts';

const isMatching = (data: { lists: OwnList[] } | undefined) =>
  data?.lists.some(({ isMatched }) => !isMatched) ?? false;

export const EXPORTS_PAGE = 5;
const MATCHING_POLL_MS = 1_500;

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

export const useExports = (page: number) =>
  useQuery(
    api.leads.listExports.queryOptions({
      input: { page, limit: EXPORTS_PAGE },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );

const nameIn = (reply: Response) =>
  /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? 'closingwire.csv';

/** Saves the file of a reply and returns the number of its rows; saves none without rows. */
async function saveReply(reply: Response): Promise<number> {
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

export const useExportAgain = () =>
  useAction({
    mutationFn: async ({ id }: KeptExport) => saveReply(await trackedFetch(`/api/user/exports/${id}/file`)),
    succeeded: (rows, { closings }) => againNotice(rows, closings),
    failed: exportCopy.failed,
  });

/** The user's lists. When the agents of a list were found, all other lists are read again. */
export function useOwnLists() {
  const queryClient = useQueryClient();
  const lists = useQuery(
    api.leads.listOwnLists.queryOptions({
      input: {},
      retry: false,
      refetchInterval: ({ state: { data } }) => (isMatching(data) ? MATCHING_POLL_MS : false),
    }),
  );
  const isOpen = isMatching(lists.data);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) void queryClient.invalidateQueries({ queryKey: api.leads.key() });
    wasOpen.current = isOpen;
  }, [isOpen, queryClient]);
  return lists;
}

export type NewList = { kind: OwnListKind; file: File };

export function useUploadOwnList() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: ({ kind, file }: NewList) => {
      const url = `/api/user/own-lists/${kind}?${new URLSearchParams({ fileName: file.name })}`;
      const { signal } = new AbortController();
      return uploadFile({ url, file, signal, onProgress: () => {} }) as Promise<OwnList>;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.leads.key() }),
    succeeded: ({ emails, phones }) => ({
      title: 'List saved',
      description: `It has ${plural(emails + phones, 'contact')}.`,
    }),
    failed: { title: 'List not saved', fallback: 'The list could not be saved. Please try again.' },
  });
}

export function useRemoveOwnList() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (kind: OwnListKind) => client.leads.removeOwnList({ kind }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.leads.key() }),
    succeeded: { title: 'List removed', description: 'Its agents appear again.' },
    failed: { title: 'List not removed', fallback: 'The list could not be removed. Please try again.' },
  });
}
