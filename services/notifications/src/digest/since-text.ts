import { dayFormat } from '@closingwire/contracts/state-days';

const DAY_MS = 86_400_000;

/** Names the digest before, for 'new since …', by the calendar of the user's time zone. */
export function sinceText(since: string, until: string, timeZone: string): string {
  const day = dayFormat(timeZone);
  const [from, to] = [new Date(since), new Date(until)];
  const days = Math.round((Date.parse(day.format(to)) - Date.parse(day.format(from))) / DAY_MS);
  const text = (options: Intl.DateTimeFormatOptions) =>
    from.toLocaleString('en-US', { timeZone, ...options });
  if (days === 0) return `since ${text({ timeStyle: 'short' })}`;
  if (days === 1) return 'since yesterday';
  if (days < 7) return `since ${text({ weekday: 'long' })}`;
  return `since ${text({ month: 'long', day: 'numeric' })}`;
}
