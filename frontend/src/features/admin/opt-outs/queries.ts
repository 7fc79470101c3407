import type { OptOut, OptOutState, ReviewDecision } from '@closingwire/contracts/opt-out';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';

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
  return useAction({
    mutationFn: (decision: Decision) =>
      decision === 'undo'
        ? client.leads.undoOptOut({ optOutId: id })
        : client.leads.reviewOptOut({ optOutId: id, decision }),
    succeeded: (_, decision) => ({ title: done[decision] }),
    failed: { title: 'Failed to change the opt-out', fallback: '' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.listOptOuts.key() }),
  });
}
