import type { OwnList, OwnListKind } from '@closingwire/contracts/exports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { uploadFile } from '../../../lib/upload-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { plural } from './file-words.ts';

const MATCHING_POLL_MS = 1_500;

const isMatching = (data: { lists: OwnList[] } | undefined) =>
  data?.lists.some(({ isMatched }) => !isMatched) ?? false;

const ownListsQuery = api.leads.listOwnLists.queryOptions({ input: {}, retry: false });

/** The user's lists. When the agents of a list were found, all other lists are read again. */
export function useOwnLists() {
  const queryClient = useQueryClient();
  const lists = useQuery({
    ...ownListsQuery,
    refetchInterval: ({ state: { data } }) => (isMatching(data) ? MATCHING_POLL_MS : false),
  });
  const isOpen = isMatching(lists.data);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) void queryClient.invalidateQueries({ queryKey: api.leads.key() });
    wasOpen.current = isOpen;
  }, [isOpen, queryClient]);
  return lists;
}

type NewList = { kind: OwnListKind; file: File };

export function useUploadOwnList() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: ({ kind, file }: NewList) => {
      const url = `/api/user/own-lists/${kind}?${new URLSearchParams({ fileName: file.name })}`;
      const { signal } = new AbortController();
      return uploadFile({ url, file, signal, onProgress: () => {} }) as Promise<OwnList>;
    },
    onSuccess: list => {
      // Its agents may be found before the next read: the other lists are read again once they are.
      queryClient.setQueryData(
        ownListsQuery.queryKey,
        known => known && { lists: [...known.lists.filter(({ kind }) => kind !== list.kind), list] },
      );
      return queryClient.invalidateQueries({ queryKey: api.leads.key() });
    },
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
