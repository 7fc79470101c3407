import { scaleBand, scaleLinear } from 'd3-scale';

export type Bar = {
  /** Text below the bar, if there is space. */
  tick: string;
  name: string;
  value: number;
};

export type Frame = { width: number; height: number; left: number; top: number; bottom: number };

const TICK_COUNT = 4;
const GAP_PX = 12;

/** Positions of a chart's bars, lines and texts, in px. */
export function barScale(bars: readonly Bar[], { width, height, left, top, bottom }: Frame) {
  const across = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([left, width])
    .paddingInner(bars.length > 40 ? 0.15 : 0.25)
    .paddingOuter(0.1);
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const up = scaleLinear()
    .domain([0, highest])
    .nice(TICK_COUNT)
    .range([height - bottom, top]);
  const columns = bars.map(({ value }, index) => {
    const x = across(index) ?? 0;
    return { x, y: up(value), height: up(0) - up(value), middle: x + across.bandwidth() / 2 };
  });
  return {
    columns,
    barWidth: across.bandwidth(),
    step: across.step(),
    base: up(0),
    // Counts and cents are integers.
    lines: up
      .ticks(TICK_COUNT)
      .filter(Number.isInteger)
      .map(value => ({ value, y: up(value) })),
  };
}

/** Returns n such that a tick of this width fits at every n-th bar. */
export const tickEvery = (tickWidthPx: number, stepPx: number): number =>
  Math.max(1, Math.ceil((tickWidthPx + GAP_PX) / Math.max(1, stepPx)));
