import { memo } from 'react';
import { type Dot, kinds, looks } from './dot.ts';
import type { Point } from './projection.ts';

type DotsProps = {
  dots: readonly Dot[];
  points: readonly Point[];
  scale: number;
  width: number;
  height: number;
};

const MARGIN_PX = 12;
const SMALLEST_PX = 9;
const LARGEST_PX = 17;

/** Small for a whole state, larger when zoomed in. */
const dotSize = (scale: number, width: number) => Math.min(1.25, (width < 480 ? 0.5 : 0.75) + scale / 16);

/** All dots of a kind are one path: a state has up to 2,600. Invisible dots are omitted. */
export const Dots = memo(function Dots({ dots, points, scale, width, height }: DotsProps) {
  const isInSight = ([x, y]: Point) =>
    x > -MARGIN_PX && y > -MARGIN_PX && x < width + MARGIN_PX && y < height + MARGIN_PX;
  const indices = dots.flatMap((_, index) => (isInSight(points[index] ?? [-1e6, 0]) ? [index] : []));
  const size = dotSize(scale, width);
  const most = Math.max(1, ...dots.map(({ count = 0 }) => count));
  return (
    <>
      {kinds.map(kind => {
        const { shape, className } = looks[kind];
        const own = indices.filter(index => dots[index]?.kind === kind && dots[index]?.count === undefined);
        return (
          <path
            key={kind}
            data-kind={kind}
            data-count={own.length}
            d={own.map(index => shape(points[index] ?? [0, 0], size)).join('')}
            strokeWidth={kind === 'taken' ? 1.4 : 1}
            className={className}
          />
        );
      })}
      {indices.map(index => {
        const { count, zipCode } = dots[index] ?? {};
        const [x, y] = points[index] ?? [0, 0];
        if (count === undefined) return null;
        const r = SMALLEST_PX + (LARGEST_PX - SMALLEST_PX) * Math.sqrt(count / most);
        return (
          <g key={zipCode} data-zip={zipCode}>
            <circle cx={x} cy={y} r={r} className="fill-positive stroke-land" strokeWidth={1.5} />
            <text
              x={x}
              y={y}
              dy="0.34em"
              textAnchor="middle"
              className="fill-surface text-[0.6875rem] font-bold"
            >
              {count}
            </text>
          </g>
        );
      })}
    </>
  );
});
