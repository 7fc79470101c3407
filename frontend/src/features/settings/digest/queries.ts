import type { DigestChange, DigestReply } from '@closingwire/contracts/digest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { sentText } from './copy.ts';

export const useDigest = () => useQuery(api.leads.getDigest.queryOptions({ input: {}, retry: false }));

/** The saved views, by name. */
export const useViews = () => useQuery(api.leads.listViews.queryOptions({ retry: false }));

export function usePutDigest() {
  const queryClient = useQueryClient();
  return useAction({
    // A change waits for the one before, so that the last choice is stored.
    scope: { id: 'digest' },
    mutationFn: (settings: DigestChange) => client.leads.putDigest(settings),
    onSuccess: (reply: DigestReply) =>
      queryClient.setQueryData(api.leads.getDigest.queryKey({ input: {} }), reply),
    succeeded: ({ frequency }) => ({
      title: frequency === 'off' ? 'Email with new agents: off' : 'Email with new agents: saved',
    }),
    failed: { title: 'Not saved', fallback: 'The choice could not be saved. Please try again.' },
  });
}

export function useSendDigest() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.leads.sendDigest({}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.leads.getDigest.key() }),
    succeeded: sentText,
    failed: { title: 'Not sent', fallback: 'The email could not be sent. Please try again.' },
  });
}
