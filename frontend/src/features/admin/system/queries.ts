import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';

const REFRESH_MS = 10_000;

export const useSystemState = () =>
  useQuery(api.auth.systemState.queryOptions({ staleTime: 0, refetchInterval: REFRESH_MS }));

export const useFreshness = () =>
  useQuery(
    api.leads.ingestionState.queryOptions({
      input: { page: 1, limit: 1 },
      staleTime: 0,
      refetchInterval: REFRESH_MS,
      select: ({ freshness }) => freshness,
    }),
  );

export const useDeadLetters = (group: string) =>
  useQuery(api.auth.listDeadLetters.queryOptions({ input: { group }, staleTime: 0, gcTime: 0 }));

const messages = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'message' : 'messages'}`;

const decisions = {
  replay: {
    call: client.auth.replayDeadLetters,
    done: 'sent again',
    failed: 'Messages could not be sent again',
  },
  discard: {
    call: client.auth.discardDeadLetters,
    done: 'discarded',
    failed: 'Messages could not be discarded',
  },
} as const;

export function useDecideDeadLetters(group: string, decision: keyof typeof decisions) {
  const queryClient = useQueryClient();
  const { call, done, failed } = decisions[decision];
  return useAction({
    mutationFn: (through: string) => call({ group, through }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: api.auth.systemState.key() }),
        queryClient.invalidateQueries({ queryKey: api.auth.listDeadLetters.key() }),
      ]),
    succeeded: ({ count }) => ({ title: `${messages(count)} ${done}` }),
    failed: { title: failed, fallback: 'Please try again.' },
  });
}
