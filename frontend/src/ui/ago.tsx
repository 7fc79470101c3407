import { formatInstant } from '../lib/dates.ts';
import { timeAgo } from '../lib/time-ago.ts';

/** An instant in everyday words; the exact time shows on hover. */
export function Ago({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {timeAgo(instant, new Date())}
    </time>
  );
}
