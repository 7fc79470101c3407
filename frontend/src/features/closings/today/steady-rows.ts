import type { TodayAgent } from '@closingwire/contracts/today';
import { useRef } from 'react';

type Row = Pick<TodayAgent, 'agentId'>;

/** Returns the shown rows in their places with their newest facts, then new ones. A used row stays without facts. */
export function steadyRows<T extends Row>(
  shown: readonly T[],
  read: readonly T[],
  used: ReadonlySet<string>,
): T[] {
  const rest = new Map(read.map(row => [row.agentId, row]));
  const rows = shown.flatMap(row => {
    const newest = rest.get(row.agentId) ?? (used.has(row.agentId) && row);
    rest.delete(row.agentId);
    return newest || [];
  });
  return [...rows, ...rest.values()];
}

type Read = { agents: readonly TodayAgent[]; list: string; isStale: boolean; isReading: boolean };

/**
 * Keeps each row in its place, so that a press moves no stranger under the finger. Another list, or the first reading
 * after the user arrives, has the order of the server again.
 */
export function useSteadyRows({ agents, list, isStale, isReading }: Read) {
  const held = useRef({ list, rows: agents, used: new Set<string>(), isRead: false });
  if (!isStale) {
    const isSame = held.current.list === list;
    const { rows, used, isRead } = isSame
      ? held.current
      : { rows: agents, used: new Set<string>(), isRead: false };
    const isHeld = isRead || used.size > 0;
    held.current = {
      ...{ list, used, isRead: isRead || !isReading },
      rows: isHeld ? steadyRows(rows, agents, used) : agents,
    };
  }
  return { rows: held.current.rows, use: (agentId: string) => void held.current.used.add(agentId) };
}
