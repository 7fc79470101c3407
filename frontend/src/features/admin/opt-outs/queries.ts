import type { OptOut, OptOutState, ReviewDecision } from '@closingwire/contracts/opt-out';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { notify } from '../../../lib/notify.ts';

export const PAGE_SIZE = 25;

export const useOptOuts = ({ q, page, state }: { q: string; page: number; state: OptOutState | null }) =>
  useQuery(
    api.leads.listOptOuts.queryOptions({
      input: { page, limit: PAGE_SIZE, ...(q && { search: q }), ...(state && { state }) },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );

export type Decision = ReviewDecision | 'undo';

const done: Record<Decision, string> = {
  approve: 'Opt-out approved',
  refuse: 'Opt-out refused',
  undo: 'Opt-out undone',
};

export function useDecideOptOut({ id }: OptOut) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) =>
      decision === 'undo'
        ? client.leads.undoOptOut({ optOutId: id })
        : client.leads.reviewOptOut({ optOutId: id, decision }),
    onSuccess: (_, decision) => notify({ title: done[decision], tone: 'positive' }),
    onError: error =>
      notify({ title: 'Failed to change the opt-out', description: messageOf(error, ''), tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.listOptOuts.key() }),
  });
}
