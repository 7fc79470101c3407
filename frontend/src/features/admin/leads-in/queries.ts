import type { BatchReply, DryRunReply, dateOrders, IngestedBatch } from '@closingwire/contracts/ingestion';
import type { Source } from '@closingwire/contracts/sources';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import type { Mapping } from './column-choices.ts';
import { failedCheck, rejectsCopy, undoCopy } from './copy.ts';
import { sourceChoiceOf } from './source-choice.ts';

export const PAGE_SIZE = 20;

const REFRESH_MS = 10_000;
/** While rows of a delivery are being stored, or it is being undone. */
const OPEN_REFRESH_MS = 1_000;

const isAtWork = ({ state, undo }: IngestedBatch) =>
  state === 'receiving' || state === 'loading' || undo.state === 'running';

/** A page of deliveries, newest first, all or those of a UTC month. */
export const useDeliveries = (page: number, month = '') =>
  useQuery(
    api.leads.ingestionState.queryOptions({
      input: { page, limit: PAGE_SIZE, ...(month && { month }) },
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.batches.some(isAtWork) ? OPEN_REFRESH_MS : REFRESH_MS),
      placeholderData: keepPreviousData,
    }),
  );

/** Starts the undo of a delivery. It is pending until the list shows it. */
export function useUndoDelivery() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (batchId: string) => client.leads.undoDelivery({ batchId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.ingestionState.key() }),
    succeeded: { title: undoCopy.started },
    failed: { title: undoCopy.failed, fallback: '' },
  });
}

const choiceOf = ({ sources }: { sources: Source[] }) => sourceChoiceOf(sources);

/** The sources that a file can be from. */
export const useSourceChoice = () =>
  useQuery(api.leads.listSources.queryOptions({ select: choiceOf, staleTime: 0 }));

export const rejectsPath = (batchId: string, of: 'rows' | 'cells'): string =>
  `/api/admin/ingestion/${batchId}/rejects${of === 'cells' ? '?of=cells' : ''}`;

export type DateOrder = (typeof dateOrders)[number];

/** A file with what the user declares about it. */
export type Upload = {
  file: File;
  /** Null until it is chosen. */
  sourceId: number | null;
  mapping: Mapping;
  dates: DateOrder | null;
};

function addressOf({ file, sourceId, mapping, dates }: Upload, dryRun?: 'true' | 'rejects'): string {
  const query = new URLSearchParams({
    fileName: file.name,
    ...(sourceId !== null && { source: String(sourceId) }),
    ...(dryRun && { dryRun }),
    ...(Object.keys(mapping).length > 0 && { map: JSON.stringify(mapping) }),
    ...(dates && { dates }),
  });
  return `/api/admin/leads?${query}`;
}

/** Sends files with progress. A new one replaces the one that is being sent. */
function useUpload<Reply>({ isDryRun }: { isDryRun: boolean }) {
  const queryClient = useQueryClient();
  const [sentBytes, setSentBytes] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: (upload: Upload) => {
      running.current?.abort();
      running.current = new AbortController();
      const { signal } = running.current;
      setSentBytes(0);
      const onProgress = (bytes: number) => signal.aborted || setSentBytes(bytes);
      const url = addressOf(upload, isDryRun ? 'true' : undefined);
      return uploadFile({ url, file: upload.file, signal, onProgress }) as Promise<Reply>;
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: api.leads.ingestionState.key() });
      if (!isDryRun) await queryClient.invalidateQueries({ queryKey: api.leads.listSources.key() });
    },
  });
  // A delivery goes on without the page; its result is in the list.
  useEffect(() => () => void (isDryRun && running.current?.abort()), [isDryRun]);
  const stop = () => {
    running.current?.abort();
    reset();
  };
  return { send: mutate, stop, sentBytes, isRunning: isPending, reply: data, error };
}

/** Reads a file on the server and stores nothing. */
export const useCheck = () => useUpload<DryRunReply>({ isDryRun: true });

export const useDeliver = () => useUpload<BatchReply>({ isDryRun: false });

/** Reads a file again and saves the rows that a delivery would reject. Nothing is stored. */
export const useCheckRejects = () =>
  useAction({
    mutationFn: async (upload: Upload) => {
      const { signal } = new AbortController();
      const url = addressOf(upload, 'rejects');
      const rows = await uploadFile({ url, file: upload.file, signal, onProgress: () => {}, reply: 'blob' });
      saveFile(`${upload.file.name}.rejects-check.csv`, rows as Blob);
    },
    failed: { title: rejectsCopy.failed, fallback: failedCheck },
  });
