import type { AgentSummary } from '@closingwire/contracts/leads';
import { countText } from '../../../product/count-text.ts';
import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { Picture } from '../../../ui/charts/picture.tsx';
import { FailedQuery } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toQuery } from '../filters/closing-filters.ts';
import { useClosingFilters } from '../filters/use-closing-filters.ts';
import { useSummary } from '../queries.ts';
import { dayBars } from './day-bars.ts';
import { PriceSpread } from './price-spread.tsx';
import { TypeShares } from './type-shares.tsx';

const headings = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' };

/** Charts of the filtered closings. */
export default function Pictures() {
  const { filters } = useClosingFilters();
  const summary = useSummary(toQuery(filters));
  if (summary.isPending) return <Spinner className="w-full py-20" label="Loading charts" />;
  if (summary.isError) {
    return (
      <Card>
        <FailedQuery title="The charts could not be loaded" query={summary} />
      </Card>
    );
  }
  return (
    <Card
      className="grid divide-y divide-line aria-busy:opacity-60 lg:grid-cols-2 lg:divide-y-0"
      aria-busy={summary.isPlaceholderData}
    >
      <Drawn summary={summary.data} />
    </Card>
  );
}

function Drawn({ summary }: { summary: AgentSummary }) {
  if (summary.total === 0) {
    return (
      <p className="px-5 py-12 text-center text-muted lg:col-span-2">
        There is nothing to draw: no closing matches.
      </p>
    );
  }
  const { unit, bars } = dayBars(summary);
  return (
    <>
      <Picture
        title={`Closings per ${unit}`}
        text={`${countText(summary.total)}${summary.listDays ? ' in the last 7 days' : ''} by date of sale`}
        className="lg:col-span-2 lg:border-b lg:border-line"
        table={{
          columns: [headings[unit], 'Closings'],
          rows: bars.map(({ name, value }) => [name, value.toLocaleString('en-US')]),
        }}
      >
        <BarChart label={`Closings per ${unit}`} bars={bars} heightPx={210} format={countText} />
      </Picture>
      <PriceSpread prices={summary.prices} className="lg:border-r lg:border-line" />
      <TypeShares types={summary.types} total={summary.total} />
    </>
  );
}
