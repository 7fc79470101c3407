/** Closings whose price is at least `floor` and below `floor + STEP_USD`. */
export type PriceStep = { floor: number; count: number };

/** Prices from `from` to below `to`; null is open. */
export type PriceBin = { from: number; to: number | null; count: number };

/** All bin widths are multiples of it, so that a step lies in one bin. */
export const STEP_USD = 5_000;

const MOST_BINS = 12;
const ROUND_WIDTHS = [1, 2, 5, 10, 20];

/** Returns the narrowest round width that needs no more than `MOST_BINS` bins. */
function widthFor(lowest: number, highest: number): number {
  for (let power = STEP_USD; ; power *= 10) {
    const width = ROUND_WIDTHS.map(factor => factor * power).find(
      each => Math.floor(highest / each) - Math.floor(lowest / each) < MOST_BINS,
    );
    if (width !== undefined) return width;
  }
}

/** Returns the floor of the step that reaches this share of the closings. */
function floorAt(steps: readonly PriceStep[], share: number): number {
  const total = steps.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  for (const { floor, count } of steps) {
    passed += count;
    if (passed >= total * share) return floor;
  }
  return 0;
}

/**
 * Groups the steps, sorted by price, into bins of one round width. The last bin is open if the top 5 % reach far
 * beyond the others: one mansion would otherwise put all closings into one bin.
 */
export function binPrices(steps: readonly PriceStep[]): PriceBin[] {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return [];
  const width = widthFor(first.floor, floorAt(steps, 0.95));
  const indexOf = (step: PriceStep) => Math.floor(step.floor / width);
  const start = indexOf(first);
  const isOpen = indexOf(last) - start >= MOST_BINS;
  const binCount = Math.min(indexOf(last) - start + 1, MOST_BINS);
  const bins = Array.from({ length: binCount }, (_, n): PriceBin => {
    const from = (start + n) * width;
    return { from, to: isOpen && n === binCount - 1 ? null : from + width, count: 0 };
  });
  for (const step of steps) {
    const bin = bins[Math.min(indexOf(step) - start, binCount - 1)];
    if (bin) bin.count += step.count;
  }
  return bins;
}
