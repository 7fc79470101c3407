import type { UseQueryResult } from '@tanstack/react-query';
import { formatDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';
import type { Bar } from '../../../ui/charts/bar-scale.ts';
import type { useTrends } from './queries.ts';

export type Trend = {
  title: string;
  /** Text that continues the sentence after the total. */
  text: string;
  /** One bar per day; undefined while unknown. */
  bars: Bar[] | undefined;
  isPending: boolean;
  format: (value: number) => string;
};

const tick = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const count = (value: number) => value.toLocaleString('en-US');

function trendOf<Day extends { day: string }>(
  title: string,
  text: string,
  { data, isPending }: UseQueryResult<{ days: Day[] }, unknown>,
  read: (day: Day) => number,
  format = count,
): Trend {
  const bars = data?.days.map(day => ({
    tick: tick.format(new Date(`${day.day}T00:00:00Z`)),
    name: formatDay(day.day),
    value: read(day),
  }));
  return { title, text, bars, isPending, format };
}

export function trendsOf({ users, payments, leads }: ReturnType<typeof useTrends>): Trend[] {
  // Test money is not revenue, so the chart names the mode.
  const mode = payments.data?.testMode ? ', in test mode' : '';
  return [
    trendOf('Sign-ups', 'of the users above', users, ({ signUps }) => signUps),
    trendOf('Trials started', 'began a free trial', payments, ({ trials }) => trials),
    trendOf('Conversions', `paid for the first time${mode}`, payments, ({ conversions }) => conversions),
    trendOf(
      'Revenue',
      `of paid invoices${mode}`,
      payments,
      ({ revenueCents }) => revenueCents / 100,
      formatUsd,
    ),
    trendOf('Leads received', 'accepted from sources', leads, ({ received }) => received),
    trendOf('Leads rejected', 'refused', leads, ({ rejected }) => rejected),
  ];
}
