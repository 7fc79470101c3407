import { useEffect, useReducer } from 'react';
import { formatInstant } from '../lib/dates.ts';
import { timeAgo } from '../lib/time-ago.ts';

const TICK_MS = 30_000;

/** The age of an instant, updated with the clock; hover shows the exact time. */
export function Ago({ instant }: { instant: string }) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {timeAgo(instant, new Date())}
    </time>
  );
}
