import type { UseQueryResult } from '@tanstack/react-query';
import clsx from 'clsx';
import { parseAsNumberLiteral, useQueryState } from 'nuqs';
import { formatDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';
import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import type { Bar } from '../../../ui/charts/bar-scale.ts';
import { Picture } from '../../../ui/charts/picture.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ofWhichUndone } from '../business/months.ts';
import { type TrendDays, trendLengths, useTrends } from './queries.ts';

/** Charts of daily figures, each from the service that owns it. */
export default function Trends() {
  const [days, setDays] = useQueryState('days', parseAsNumberLiteral(trendLengths).withDefault(30));
  const queries = useTrends(days);
  const failed = Object.values(queries).filter(({ isError }) => isError);
  return (
    <section aria-labelledby="trends-title">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="trends-title" className="text-lg font-semibold">
            Day by Day
          </h2>
          <p className="text-sm text-muted">Days are in UTC; today is not over yet.</p>
        </div>
        <LengthToggle value={days} onChange={next => void setDays(next)} />
      </div>
      {failed[0] && (
        <Card className="mb-4">
          <FailedState
            title="Not all trends could be loaded"
            query={{
              error: failed[0].error,
              refetch: () => failed.forEach(query => void query.refetch()),
            }}
          />
        </Card>
      )}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {trendsOf(queries).map(trend => (
          <Card key={trend.title}>
            <TrendChart {...trend} />
          </Card>
        ))}
      </div>
    </section>
  );
}

function TrendChart({ title, text, bars, isPending, format }: Trend) {
  if (isPending) return <Spinner className="w-full py-24" label={`Loading ${title.toLowerCase()}`} />;
  if (!bars) return <p className="px-5 py-24 text-center text-muted">{title}: not known</p>;
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  return (
    <Picture
      title={title}
      text={`${format(total)} ${text}`}
      table={{ columns: ['Day (UTC)', title], rows: bars.map(({ name, value }) => [name, format(value)]) }}
    >
      <BarChart label={`${title} per day`} bars={bars} heightPx={150} format={format} formatLine={format} />
    </Picture>
  );
}

function LengthToggle({ value, onChange }: { value: TrendDays; onChange: (days: TrendDays) => void }) {
  return (
    <fieldset aria-label="How far back" className="flex rounded-lg border border-line-strong/70 p-0.5">
      {trendLengths.map(days => (
        <button
          key={days}
          type="button"
          aria-pressed={value === days}
          onClick={() => onChange(days)}
          className={clsx(
            'h-8 rounded-md px-3 text-sm font-semibold',
            value === days ? 'bg-ink text-canvas' : 'text-muted hover:text-ink',
          )}
        >
          {days} days
        </button>
      ))}
    </fieldset>
  );
}

type Trend = {
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

function receivedText(days: readonly { undone?: number | undefined }[] = []): string {
  const undone = days.reduce((sum, day) => sum + (day.undone ?? 0), 0);
  return `accepted from sources${ofWhichUndone({ undone })}`;
}

function trendsOf({ users, payments, leads }: ReturnType<typeof useTrends>): Trend[] {
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
    trendOf('Leads received', receivedText(leads.data?.days), leads, ({ received }) => received),
    trendOf('Leads rejected', 'refused', leads, ({ rejected }) => rejected),
  ];
}
