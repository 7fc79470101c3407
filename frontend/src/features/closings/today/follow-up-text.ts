import { addDays } from '@closingwire/contracts/state-days';
import { toDay } from '../../../lib/dates.ts';

const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const short = new Intl.DateTimeFormat('en-US', format);
const long = new Intl.DateTimeFormat('en-US', { ...format, year: 'numeric' });

/** Names a promised day: 'Today', 'Tomorrow', 'Mon, Nov 30', 'Overdue: Mon, Nov 23'. Other years are written. */
export function followUpText(day: string, now: Date) {
  const today = toDay(now);
  const named = (day.slice(0, 4) === today.slice(0, 4) ? short : long).format(new Date(`${day}T00:00:00Z`));
  const isLate = day < today;
  const isToday = day === today;
  const coming = isToday ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : named;
  return { text: isLate ? `Overdue: ${named}` : coming, isLate, isToday };
}
