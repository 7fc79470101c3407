import type { DoNotCallCheck, DoNotCallKind, DoNotCallList } from '@closingwire/contracts/contacts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadFile } from '../../../lib/upload-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { removeCopy } from './copy.ts';

/** Providers work while the page is open. */
const REFRESH_MS = 60_000;

export const useContactsOverview = () =>
  useQuery(api.leads.contactsOverview.queryOptions({ staleTime: 0, refetchInterval: REFRESH_MS }));

export type RegistryUpload = { file: File; san: string; listedOn: string; kind: DoNotCallKind };

type Step = { dryRun: 'true' } | { confirmed: 'true' | 'false' };

function useUpload<Reply>() {
  const queryClient = useQueryClient();
  const [sentBytes, setSentBytes] = useState(0);
  const { mutate, reset, isPending, data, error, variables } = useMutation({
    mutationFn: ({ upload: { file, ...upload }, step }: { upload: RegistryUpload; step: Step }) => {
      setSentBytes(0);
      const query = new URLSearchParams({ fileName: file.name, ...upload, ...step });
      const url = `/api/admin/do-not-call-lists?${query}`;
      const { signal } = new AbortController();
      return uploadFile({ url, file, signal, onProgress: setSentBytes }) as Promise<Reply>;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.contactsOverview.key() }),
  });
  return {
    send: mutate,
    reset,
    isRunning: isPending,
    sentBytes,
    reply: data,
    error,
    upload: variables?.upload,
  };
}

/** A list from its choice to its storage: a check first, then the same file again to store it. */
export function useRegistryUpload() {
  const check = useUpload<DoNotCallCheck>();
  const storage = useUpload<DoNotCallList>();
  /** Reads the file on the server and stores nothing. */
  function start(upload: RegistryUpload): void {
    storage.reset();
    check.send({ upload, step: { dryRun: 'true' } });
  }
  return {
    check,
    storage,
    start,
    checkAgain: () => check.upload && start(check.upload),
    /** Stores the checked file. `isConfirmed`: the admin confirmed that a small list is complete. */
    store(isConfirmed: boolean) {
      const { upload } = check;
      if (!upload) return;
      const step: Step = { confirmed: isConfirmed ? 'true' : 'false' };
      storage.send({ upload, step }, { onSuccess: () => check.reset() });
    },
    /** Returns to the choice of a file. */
    clear() {
      check.reset();
      storage.reset();
    },
  };
}

export type RegistryUploading = ReturnType<typeof useRegistryUpload>;

export function useRemoveList() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (listId: string) => client.leads.removeDoNotCallList({ listId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.contactsOverview.key() }),
    succeeded: { title: removeCopy.succeeded },
    failed: { title: removeCopy.failed, fallback: '' },
  });
}
