import type { AgentSummary } from '@closingwire/contracts/leads';
import { formatDay } from '../../../lib/dates.ts';
import type { Bar } from '../../../ui/charts/bar-scale.ts';

export type DayBars = { unit: 'day' | 'week' | 'month' | 'year'; bars: readonly Bar[] };

const DAY_MS = 86_400_000;

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const tickDay = inUtc({ month: 'short', day: 'numeric' });
const fullDay = inUtc({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
const tickMonth = inUtc({ month: 'short', year: '2-digit' });
const fullMonth = inUtc({ month: 'long', year: 'numeric' });

/** The longest span, in days, for each unit. */
const LONGEST_DAYS = { day: 45, week: 45 * 7, month: 48 * 31 };

const unitFor = (days: number): DayBars['unit'] =>
  days <= LONGEST_DAYS.day
    ? 'day'
    : days <= LONGEST_DAYS.week
      ? 'week'
      : days <= LONGEST_DAYS.month
        ? 'month'
        : 'year';

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const naming: Record<DayBars['unit'], (firstMs: number) => { key: string; tick: string; name: string }> = {
  day: ms => ({ key: toDay(ms), tick: tickDay.format(ms), name: fullDay.format(ms) }),
  week: ms => ({
    key: toDay(ms),
    tick: tickDay.format(ms),
    name: `Week from ${formatDay(toDay(ms))}`,
  }),
  month: ms => ({
    key: toDay(ms).slice(0, 7),
    tick: tickMonth.format(ms),
    name: fullMonth.format(ms),
  }),
  year: ms => ({ key: toDay(ms).slice(0, 4), tick: toDay(ms).slice(0, 4), name: toDay(ms).slice(0, 4) }),
};

type Drawn = Pick<AgentSummary, 'from' | 'to' | 'days'> & { listDays?: AgentSummary['listDays'] };
type ListDay = NonNullable<AgentSummary['listDays']>[number];

/**
 * Returns a bar per requested day, including days without a closing; per week, month or year for longer spans. The
 * bars contain every closing of the summary.
 */
export function dayBars({ listDays, ...summary }: Drawn): DayBars {
  return listDays ? { unit: 'day', bars: listDays.map(barOf) } : barsBetween(summary);
}

/** A list's day; two days while the states of the list have different dates. */
function barOf({ from, to, count }: ListDay): Bar {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (first === last) return { tick: tickDay.format(last), name: fullDay.format(last), value: count };
  return {
    tick: tickDay.formatRange(first, last),
    name: `${fullDay.format(first)} or, where it is a day later, ${fullDay.format(last)}`,
    value: count,
  };
}

function barsBetween({ from, to, days }: Omit<Drawn, 'listDays'>): DayBars {
  const [first] = [from, days[0]?.day].filter(day => typeof day === 'string').sort();
  if (first === undefined) return { unit: 'day', bars: [] };
  const firstMs = Date.parse(first);
  const lastMs = Math.max(Date.parse(to), Date.parse(days.at(-1)?.day ?? first), firstMs);
  const unit = unitFor((lastMs - firstMs) / DAY_MS + 1);
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const bars = new Map<string, Bar>();
  for (let ms = firstMs; ms <= lastMs; ms += DAY_MS) {
    const startMs = unit === 'week' ? ms - ((ms - firstMs) % (7 * DAY_MS)) : ms;
    const { key, tick, name } = naming[unit](startMs);
    const value = (bars.get(key)?.value ?? 0) + (counts.get(toDay(ms)) ?? 0);
    bars.set(key, { tick, name, value });
  }
  return { unit, bars: [...bars.values()] };
}
