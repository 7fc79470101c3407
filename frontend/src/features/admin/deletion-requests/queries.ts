import type { DeletionKind, DeletionList } from '@closingwire/contracts/deletion-lists';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadFile } from '../../../lib/upload-file.ts';
import { api } from '../../../product/api.ts';

export const PAGE_SIZE = 25;

/** While a list is being processed. */
const OPEN_REFRESH_MS = 1_000;

/** A page of processed lists, newest first, with the deadline. */
export const useDeletionLists = (page: number) =>
  useQuery(
    api.leads.listDeletionLists.queryOptions({
      input: { page, limit: PAGE_SIZE },
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.lists.some(({ state }) => state !== 'done') ? OPEN_REFRESH_MS : false,
      placeholderData: keepPreviousData,
    }),
  );

export const replyPath = (listId: string): string => `/api/admin/deletion-lists/${listId}/reply`;

/** A file, with its kind if the user chose it. */
export type Upload = { file: File; kind?: DeletionKind };

export function useUploadList() {
  const queryClient = useQueryClient();
  const [sentBytes, setSentBytes] = useState(0);
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: ({ file, kind }: Upload) => {
      setSentBytes(0);
      const query = new URLSearchParams({ fileName: file.name, ...(kind && { kind }) });
      const url = `/api/admin/deletion-lists?${query}`;
      const { signal } = new AbortController();
      return uploadFile({ url, file, signal, onProgress: setSentBytes }) as Promise<DeletionList>;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.listDeletionLists.key() }),
  });
  return { send: mutate, isRunning: isPending, sentBytes, list: data, error, upload: variables };
}

/** Reads the lists again after a download, which completes a list. */
export function useRefreshAfterDownload() {
  const queryClient = useQueryClient();
  return () =>
    setTimeout(() => queryClient.invalidateQueries({ queryKey: api.leads.listDeletionLists.key() }), 2_000);
}
