import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import type { OutcomeKind } from '@closingwire/contracts/today-names';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { dropNotice } from '../../../lib/notify.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { outcomeLabels } from './reasons.ts';
import type { Choice, TodayState } from './use-today-state.ts';

/** Agents that each press shows further; the API returns at most 200. */
const AT_ONCE = 10;
export const MOST_SHOWN = 200;
export const HISTORY_PAGE = 25;

/** Beyond this age Today is read again when its tab gets the focus. */
const FOCUS_MS = 5_000;

/** The saved views. A server of the specification has no such call, so a failure is final. */
export const useViews = () => useQuery(api.leads.listViews.queryOptions({ retry: false }));

type TodayQuery = Pick<TodayState, 'list'> & { choice: Choice; page: number; isEnabled: boolean };

export const useToday = ({ choice: { sort, search, zips, side }, list, page, isEnabled }: TodayQuery) =>
  useQuery(
    api.leads.today.queryOptions({
      input: {
        ...{ sort, limit: Math.min(page * AT_ONCE, MOST_SHOWN) },
        ...(list && { show: list }),
        ...(search && { search }),
        ...(zips.length > 0 && { zips: zips.join(',') }),
        ...(side && { side }),
      },
      placeholderData: keepPreviousData,
      enabled: isEnabled,
      // Another tab or device may have noted an outcome.
      staleTime: FOCUS_MS,
      refetchOnWindowFocus: true,
    }),
  );

export const useHistory = (outcome: OutcomeKind | null, page: number) =>
  useQuery(
    api.leads.listOutcomes.queryOptions({
      input: { page, limit: HISTORY_PAGE, ...(outcome && { outcome }) },
      placeholderData: keepPreviousData,
    }),
  );

/** Readings within this time after a look are part of it. */
const LOOK_MS = 5 * 60_000;

/**
 * Notes a look after a reading that the user sees; `readAt` is 0 without one. A visit that saw nothing makes nobody old,
 * and a tab left open looks again when it is read again.
 */
export function useVisit(readAt: number): void {
  const lookedAt = useRef(0);
  useEffect(() => {
    const before = lookedAt.current;
    if (readAt === 0 || readAt < before + LOOK_MS || document.hidden) return;
    lookedAt.current = readAt;
    client.leads.visitToday({}).catch(() => {
      lookedAt.current = before;
    });
  }, [readAt]);
}

/** The note and the follow-up day of an outcome. */
export type Change = { note: string; followUpOn: string | null };

export type NewOutcome = {
  outcomeId: string;
  agent: Pick<TodayAgent, 'agentId' | 'fullName'>;
  outcome: OutcomeKind;
  note?: string | undefined;
  followUpOn?: string | null | undefined;
};

/** Outcomes that are on their way, or were a second ago: a double press notes one. */
const pressed = new Set<string>();
const SAME_PRESS_MS = 1_000;
const pressOf = ({ agent, outcome }: NewOutcome) => agent.agentId + outcome;

/** Refreshes what shows outcomes, and after 'do not call' every list. */
export function useChanged() {
  const queryClient = useQueryClient();
  return async (isEverywhere: boolean) => {
    if (isEverywhere) pressed.clear();
    const keys = isEverywhere
      ? [api.leads.key()]
      : [api.leads.today.key(), api.leads.listOutcomes.key(), api.leads.readAgent.key()];
    await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })));
  };
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
    hasOutcomes: true,
    done: reply.done + (reply.agents.some(each => each.agentId === agentId && !each.isDone) ? 1 : 0),
    agents: reply.agents.map(agent =>
      agent.agentId === agentId ? { ...agent, last, isDue: false, isDone: true } : agent,
    ),
  };
}

/** Stops readings of Today that are under way: they may not know what is shown next. */
export const useStopReading = () => {
  const queryClient = useQueryClient();
  return () => queryClient.cancelQueries({ queryKey: api.leads.today.key() });
};

const mutationKey = ['outcomes'];

/**
 * Shows the outcome at once, and reads Today again after the last of several; rows keep their places. `press` notes an
 * outcome, unless it was pressed just now.
 */
export function usePutOutcome() {
  const queryClient = useQueryClient();
  const stopReading = useStopReading();
  const changed = useChanged();
  /** The queue does not wait for the reading. */
  const readAgain = (isEverywhere: boolean) => {
    if (isEverywhere || queryClient.isMutating({ mutationKey }) === 1) void changed(isEverywhere);
  };
  const undo = useUndoOutcome();
  const show = (outcome: NewOutcome) =>
    queryClient.setQueriesData<TodayReply>({ queryKey: api.leads.today.key() }, reply =>
      reply && 'agents' in reply ? withOutcome(reply, outcome) : reply,
    );
  const { mutate } = useAction({
    mutationKey,
    // One after the other: a note changes the outcome that was pressed before.
    scope: { id: 'outcomes' },
    mutationFn: ({ agent, note, followUpOn, ...outcome }: NewOutcome) =>
      client.leads.putOutcome({
        ...outcome,
        agentId: agent.agentId,
        ...(note && { note }),
        ...(followUpOn && { followUpOn }),
      }),
    onMutate: async outcome => {
      await stopReading();
      show(outcome);
    },
    onSettled: (_stored, _error, outcome) =>
      void setTimeout(() => pressed.delete(pressOf(outcome)), SAME_PRESS_MS),
    onSuccess: (_stored, { outcome }) => readAgain(outcome === 'do-not-call'),
    onError: (error, asked) => {
      const held = error instanceof ApiError && error.body.outcomeId;
      if (typeof held !== 'string') return readAgain(false);
      // Another tab barred the agent.
      show({ agent: asked.agent, outcomeId: held, outcome: 'do-not-call' });
      return readAgain(true);
    },
    succeeded: ({ id, outcome }, { agent, note }) =>
      note === undefined
        ? {
            key: id,
            title: `${outcomeLabels[outcome]}: ${agent.fullName}`,
            action: { label: 'Undo', onPress: () => undo.mutate(id) },
          }
        : undefined,
    failed: { title: 'Not saved', fallback: 'The outcome could not be saved. Please try again.' },
  });
  const press = useCallback(
    (agent: NewOutcome['agent'], outcome: OutcomeKind, onNoted?: () => void) => {
      const asked = { outcomeId: crypto.randomUUID(), agent, outcome };
      if (pressed.has(pressOf(asked))) return;
      pressed.add(pressOf(asked));
      mutate(asked, onNoted && { onSuccess: onNoted });
    },
    [mutate],
  );
  const save = (asked: NewOutcome, onSaved: () => void) => mutate(asked, { onSuccess: onSaved });
  return { press, save };
}

export function useUndoOutcome() {
  const changed = useChanged();
  return useAction({
    mutationFn: (outcomeId: string) => client.leads.undoOutcome({ outcomeId }),
    onSuccess: (_reply, outcomeId) => {
      dropNotice(outcomeId);
      return changed(true);
    },
    failed: { title: 'Not undone', fallback: 'The outcome could not be removed. Please try again.' },
  });
}
