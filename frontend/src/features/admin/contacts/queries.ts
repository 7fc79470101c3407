import type { DoNotCallList } from '@closingwire/contracts/contacts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadFile } from '../../../lib/upload-file.ts';
import { api } from '../../../product/api.ts';

/** Providers work while the page is open. */
const REFRESH_MS = 60_000;

export const useContactsOverview = () =>
  useQuery(api.leads.contactsOverview.queryOptions({ staleTime: 0, refetchInterval: REFRESH_MS }));

export type RegistryUpload = { file: File; san: string; listedOn: string };

export function useUploadRegistry() {
  const queryClient = useQueryClient();
  const [sentBytes, setSentBytes] = useState(0);
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: ({ file, san, listedOn }: RegistryUpload) => {
      setSentBytes(0);
      const query = new URLSearchParams({ fileName: file.name, san, listedOn });
      const url = `/api/admin/do-not-call-lists?${query}`;
      const { signal } = new AbortController();
      return uploadFile({ url, file, signal, onProgress: setSentBytes }) as Promise<DoNotCallList>;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.contactsOverview.key() }),
  });
  return { send: mutate, isRunning: isPending, sentBytes, list: data, error, upload: variables };
}
