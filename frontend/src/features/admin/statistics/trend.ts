import { formatDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';
import type { Bar } from '../../../ui/charts/bar-scale.ts';
import type { useTrends } from './queries.ts';

type Queries = ReturnType<typeof useTrends>;
export type DayValue = Bar;

export type Trend = {
  title: string;
  /** Text that continues the sentence after the total. */
  text: (queries: Queries) => string;
  from: keyof Queries;
  valuesOf: (queries: Queries) => DayValue[] | undefined;
  format: (value: number) => string;
};

const tick = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const barOf = (day: string, value: number): DayValue => ({
  tick: tick.format(new Date(`${day}T00:00:00Z`)),
  name: formatDay(day),
  value,
});

const count = (value: number) => value.toLocaleString('en-US');

/** Test money is not revenue, so the chart names the mode. */
const ofTestMode = ({ payments }: Queries) => (payments.data?.testMode ? ', in test mode' : '');

export const trends: readonly Trend[] = [
  {
    title: 'Sign-ups',
    text: () => 'of the users above',
    from: 'users',
    valuesOf: ({ users }) => users.data?.days.map(({ day, signUps }) => barOf(day, signUps)),
    format: count,
  },
  {
    title: 'Trials started',
    text: () => 'began a free trial',
    from: 'payments',
    valuesOf: ({ payments }) => payments.data?.days.map(({ day, trials }) => barOf(day, trials)),
    format: count,
  },
  {
    title: 'Conversions',
    text: queries => `paid for the first time${ofTestMode(queries)}`,
    from: 'payments',
    valuesOf: ({ payments }) => payments.data?.days.map(({ day, conversions }) => barOf(day, conversions)),
    format: count,
  },
  {
    title: 'Revenue',
    text: queries => `of paid invoices${ofTestMode(queries)}`,
    from: 'payments',
    valuesOf: ({ payments }) =>
      payments.data?.days.map(({ day, revenueCents }) => barOf(day, revenueCents / 100)),
    format: formatUsd,
  },
  {
    title: 'Leads received',
    text: () => 'accepted from sources',
    from: 'leads',
    valuesOf: ({ leads }) => leads.data?.days.map(({ day, received }) => barOf(day, received)),
    format: count,
  },
  {
    title: 'Leads rejected',
    text: () => 'refused',
    from: 'leads',
    valuesOf: ({ leads }) => leads.data?.days.map(({ day, rejected }) => barOf(day, rejected)),
    format: count,
  },
];
