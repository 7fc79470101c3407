import type { AgentSummary } from '@closingwire/contracts/leads';
import { formatUsd } from '../../../lib/money.ts';
import { countText } from '../../../product/count-text.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { Picture } from '../../../ui/charts/picture.tsx';

type Prices = AgentSummary['prices'];
type Bin = Prices['bins'][number];

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
});

const nameOf = ({ from, to }: Bin) =>
  to === null ? `${formatUsd(from)} and more` : `${formatUsd(from)} to ${formatUsd(to)}`;

/** Returns the position of a price, in bins from the left. */
export function positionInBins(bins: readonly Bin[], price: number): number {
  const index = bins.findIndex(({ to }) => to === null || price < to);
  const bin = bins[index];
  if (!bin) return bins.length;
  return bin.to === null ? index + 0.5 : index + (price - bin.from) / (bin.to - bin.from);
}

export function PriceSpread({ prices, className }: { prices: Prices; className?: string }) {
  const { bins, median, undisclosed } = prices;
  return (
    <Picture
      title="Price spread"
      text={<PriceWords prices={prices} />}
      className={className ?? ''}
      table={{
        columns: ['Price', 'Closings'],
        rows: [
          ...bins.map((bin): [string, string] => [nameOf(bin), bin.count.toLocaleString('en-US')]),
          ...(undisclosed > 0 ? [['Not disclosed', undisclosed.toLocaleString('en-US')] as const] : []),
        ],
      }}
    >
      {median !== null && (
        <BarChart
          label="Closings by price"
          heightPx={210}
          bars={bins.map(bin => ({ tick: compact.format(bin.from), name: nameOf(bin), value: bin.count }))}
          format={countText}
          hasEdgeTicks
          marker={{ at: positionInBins(bins, median), text: `Median ${formatUsd(median)}` }}
        />
      )}
    </Picture>
  );
}

function PriceWords({ prices: { median, lowerQuartile, upperQuartile, undisclosed } }: { prices: Prices }) {
  return (
    <>
      {median === null || lowerQuartile === null || upperQuartile === null
        ? 'No price is disclosed.'
        : `Median ${formatUsd(median)}; half of them between ${formatUsd(lowerQuartile)} and ${formatUsd(upperQuartile)}.`}
      {undisclosed > 0 && ` ${undisclosed.toLocaleString('en-US')} without a disclosed price.`}
    </>
  );
}
