/** Closings whose price is at least `floor` and less than `floor + STEP_USD`. */
export type PriceStep = { floor: number; count: number };

/** From `from` to below `to`; without an end when `to` is null. */
export type PriceBin = { from: number; to: number | null; count: number };

/** Every width of a bin is a multiple of it, so that a step never lies in two bins. */
export const STEP_USD = 5_000;

const MOST_BINS = 12;
const ROUND_WIDTHS = [1, 2, 5, 10, 20];

/** The narrowest round width with which the range takes no more than `MOST_BINS`. */
function widthFor(lowest: number, highest: number): number {
  for (let power = STEP_USD; ; power *= 10) {
    const width = ROUND_WIDTHS.map(factor => factor * power).find(
      each => Math.floor(highest / each) - Math.floor(lowest / each) < MOST_BINS,
    );
    if (width !== undefined) return width;
  }
}

/** The floor of the step below which this share of the closings lies. */
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
 * Bins of one round width over the steps, which come in their order. One mansion would make all other bins one: what
 * lies beyond 95 % of the closings, when that is far, goes into a last bin without an end.
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
