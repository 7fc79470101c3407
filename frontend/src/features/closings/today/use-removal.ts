import type { Outcome } from '@closingwire/contracts/today';
import { useState } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { client } from '../../../product/api.ts';
import { useChanged } from './queries.ts';

type Agent = { agentId: string; fullName: string | null };

function usePutBack() {
  const changed = useChanged();
  return useAction({
    mutationFn: ({ agentId, note, followUpOn, id, outcome, madeAt }: Outcome & Agent) =>
      client.leads.putOutcome({
        ...{ outcomeId: id, agentId, outcome, madeAt },
        ...(note && { note }),
        ...(followUpOn && { followUpOn }),
      }),
    onSuccess: () => changed(true),
    failed: { title: 'Not put back', fallback: 'The outcome could not be put back. Please note it again.' },
  });
}

/** Removes an outcome; the toast puts it back. Outside of the user's ZIPs the server would refuse that. */
export function useRemoveOutcome() {
  const changed = useChanged();
  const putBack = usePutBack();
  return useAction({
    mutationFn: ({ id }: Outcome & Agent) => client.leads.undoOutcome({ outcomeId: id }),
    onSuccess: () => changed(true),
    succeeded: (_reply, outcome) => ({
      title: 'Removed',
      ...(outcome.fullName && { action: { label: 'Undo', onPress: () => putBack.mutate(outcome) } }),
    }),
    failed: { title: 'Not removed', fallback: 'The outcome could not be removed. Please try again.' },
  });
}

/** Keeps removed outcomes of a list in their places, so that a second press reaches no other one. */
export function useWithRemoved<T extends Outcome>(read: readonly T[], list: string) {
  const [removed, setRemoved] = useState<{ list: string; row: T }[]>([]);
  const there = new Set(read.map(({ id }) => id));
  const gone = removed.filter(each => each.list === list && !there.has(each.row.id)).map(({ row }) => row);
  return {
    rows: [...read, ...gone].sort((a, b) => b.madeAt.localeCompare(a.madeAt) || b.id.localeCompare(a.id)),
    isGone: (row: T) => !there.has(row.id),
    onRemove: (row: T) => setRemoved([...removed.filter(each => each.row.id !== row.id), { list, row }]),
  };
}
