import type { OutcomeKind, TodayAgent, TodayReply, TodaySort } from '@closingwire/contracts/today';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { outcomeLabels } from './reasons.ts';

export const TODAY_PAGE = 25;

export type TodayQuery = { sort: TodaySort; search: string; page: number };

export const useToday = ({ sort, search, page }: TodayQuery) =>
  useQuery(
    api.leads.today.queryOptions({
      input: { sort, page, limit: TODAY_PAGE, ...(search && { search }) },
      placeholderData: keepPreviousData,
    }),
  );

/** Notes the look once the list is shown: a visit that saw nothing makes nobody old. */
export function useVisit(isShown: boolean): void {
  const isNoted = useRef(false);
  useEffect(() => {
    if (!isShown || isNoted.current) return;
    isNoted.current = true;
    client.leads.visitToday({}).catch(() => {
      isNoted.current = false;
    });
  }, [isShown]);
}

export type NewOutcome = {
  outcomeId: string;
  agent: TodayAgent;
  outcome: OutcomeKind;
  note?: string | undefined;
  followUpOn?: string | null | undefined;
};

/** Refreshes Today, and after 'do not call' every list. */
function useChanged() {
  const queryClient = useQueryClient();
  return (isEverywhere: boolean) =>
    queryClient.invalidateQueries({ queryKey: isEverywhere ? api.leads.key() : api.leads.today.key() });
}

function withOutcome(
  reply: TodayReply,
  { agent: { agentId }, outcomeId, outcome, note, followUpOn }: NewOutcome,
): TodayReply {
  const last = {
    id: outcomeId,
    outcome,
    note: note ?? null,
    followUpOn: followUpOn ?? null,
    madeAt: new Date().toISOString(),
  };
  return {
    ...reply,
    agents: reply.agents.map(agent =>
      agent.agentId === agentId ? { ...agent, last, isDue: false, isDone: true } : agent,
    ),
  };
}

/** Shows the outcome at once; the order changes with the next reading. */
export function usePutOutcome(undo: (outcomeId: string) => void) {
  const queryClient = useQueryClient();
  const changed = useChanged();
  return useAction({
    mutationFn: ({ agent, note, followUpOn, ...outcome }: NewOutcome) =>
      client.leads.putOutcome({
        ...outcome,
        agentId: agent.agentId,
        ...(note && { note }),
        ...(followUpOn && { followUpOn }),
      }),
    onMutate: outcome =>
      queryClient.setQueriesData<TodayReply>({ queryKey: api.leads.today.key() }, reply =>
        reply && 'agents' in reply ? withOutcome(reply, outcome) : reply,
      ),
    onSuccess: (_stored, { outcome }) => (outcome === 'do-not-call' ? changed(true) : undefined),
    onError: () => changed(false),
    succeeded: ({ id, outcome }, { agent }) => ({
      title: `${outcomeLabels[outcome]}: ${agent.fullName}`,
      action: { label: 'Undo', onPress: () => undo(id) },
    }),
    failed: { title: 'Not saved', fallback: 'The outcome could not be saved. Please try again.' },
  });
}

export function useUndoOutcome() {
  const changed = useChanged();
  return useAction({
    mutationFn: (outcomeId: string) => client.leads.undoOutcome({ outcomeId }),
    onSuccess: () => changed(true),
    failed: { title: 'Not undone', fallback: 'The outcome could not be removed. Please try again.' },
  });
}
