import type { AgentSummary } from '@closingwire/contracts/leads';
import { countText } from '../../../product/count-text.ts';
import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { Picture } from '../../../ui/charts/picture.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { propertyTypeLabels } from '../filters/closing-filters.ts';
import { filteredDays } from '../filters/days-text.ts';
import { useClosingFilters } from '../filters/use-closing-filters.ts';
import { useSummary } from '../queries.ts';
import { dayBars } from './day-bars.ts';
import { PriceSpread } from './price-spread.tsx';

const headings = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' };

export default function Pictures() {
  const { query, isKnown } = useClosingFilters();
  const summary = useSummary(query, isKnown);
  const loading = <Spinner className="w-full py-20" label="Loading charts" />;
  if (summary.isPending) return loading;
  if (summary.isError) {
    return (
      <Card>
        <FailedState title="The charts could not be loaded" query={summary} />
      </Card>
    );
  }
  const { data, isPlaceholderData } = summary;
  if (isPlaceholderData && data.total === 0) return loading;
  return (
    <Card
      className="grid divide-y divide-line aria-busy:opacity-60 lg:grid-cols-2 lg:divide-y-0"
      aria-busy={isPlaceholderData}
    >
      <Drawn
        summary={data}
        text={isPlaceholderData ? 'Loading charts' : totalText(data, filteredDays(query))}
      />
    </Card>
  );
}

const totalText = ({ total, listDays }: AgentSummary, days: string) =>
  `${countText(total)}${listDays ? ' in the last 7 days' : ''} by date of sale${days && `, ${days}`}`;

function Drawn({ summary, text }: { summary: AgentSummary; text: string }) {
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
        text={text}
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

const labelOf = (type: AgentSummary['types'][number]['type']) =>
  type === null ? 'Not stated' : propertyTypeLabels[type];

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

function TypeShares({ types, total }: Pick<AgentSummary, 'types' | 'total'>) {
  return (
    <section aria-labelledby="types-title" className="grid content-start gap-3 p-5">
      <div>
        <h3 id="types-title" className="font-semibold">
          Share by type
        </h3>
        <p className="text-sm text-muted">What was sold</p>
      </div>
      <table className="w-full text-left text-sm" aria-labelledby="types-title">
        <thead className="sr-only">
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Closings</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ type, count }) => (
            <tr key={type}>
              <th scope="row" className="w-px whitespace-nowrap py-2 pr-4 font-normal">
                {labelOf(type)}
              </th>
              <td className="py-2">
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden
                    className="h-4 min-w-1 rounded-sm border border-accent-deep bg-accent"
                    // Leaves room for the number.
                    style={{ width: `${(count / total) * 80}%` }}
                  />
                  {count.toLocaleString('en-US')}
                </span>
              </td>
              <td className="w-px py-2 pl-3 text-right text-muted">{percent.format(count / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
