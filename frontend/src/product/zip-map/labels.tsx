import type { ZoomTransform } from 'd3-zoom';
import { memo, useMemo } from 'react';
import type { Dot } from './dot.ts';
import { citiesOf, namesInSight } from './map-names.ts';
import type { County } from './packed-shape.ts';
import { type Box, type LabelKind, placeLabels } from './place-labels.ts';
import type { Point, StateProjection } from './projection.ts';

type LabelsProps = {
  dots: readonly Dot[];
  points: readonly Point[];
  counties: readonly County[];
  projected: StateProjection;
  transform: ZoomTransform;
  width: number;
  /** The buttons' box. */
  reserved: Box;
};

/** Square px of a whole state per text. */
const ROOM_PX2 = 15_000;
/** With more dots, names cover some anyway. */
const MOST_AVOIDED = 600;

/** Returns the middle of a dot and the corners of a larger shape. */
function rimOf({ dot: { kind, count }, point }: { dot: Dot; point: Point }): Point[] {
  const isLarge = count !== undefined || kind === 'subscribed' || kind === 'chosen';
  if (!isLarge) return [point];
  const [x, y] = point;
  const rim = count === undefined ? 4 : 11;
  return [point, [x - rim, y - rim], [x + rim, y - rim], [x + rim, y + rim], [x - rim, y + rim]];
}

const looks: Record<LabelKind, string> = {
  city: 'fill-ink text-[0.8125rem] font-bold',
  town: 'fill-ink text-xs font-medium',
  county: 'fill-muted text-[0.625rem] font-semibold tracking-[0.09em]',
  zip: 'fill-muted text-[0.6875rem] font-medium tabular-nums',
};

/** Names of cities and counties, and codes once there is room. The list has the same as text. */
export const Labels = memo(function Labels(props: LabelsProps) {
  const { dots, points, counties, projected, transform, width, reserved } = props;
  const { heightPx: height, project } = projected;
  const cities = useMemo(() => citiesOf(dots), [dots]);
  const frame: Box = [2, 2, width - 2, height - 2];
  const visible = dots.flatMap((dot, index) => {
    const point = points[index];
    if (!point || point[0] < 0 || point[1] < 0 || point[0] > width || point[1] > height) return [];
    return [{ dot, point }];
  });
  const labels = placeLabels(
    namesInSight({
      cities,
      counties,
      dots: visible,
      toScreen: ([north, east]) => {
        const [x, y] = project(north, east);
        return [transform.applyX(x), transform.applyY(y)];
      },
    }),
    {
      frame,
      reserved: [reserved],
      dots: visible.length > MOST_AVOIDED ? [] : visible.flatMap(rimOf),
      limit: Math.round(((width * height) / ROOM_PX2) * (1 + Math.log2(transform.k))),
    },
  );
  return (
    <g className="pointer-events-none">
      {labels.map(({ id, kind, text, at: [x, y], anchor }) => (
        <text
          key={id}
          data-label={kind}
          x={x}
          y={y}
          dy="0.34em"
          textAnchor={anchor}
          strokeWidth={3.5}
          strokeLinejoin="round"
          className={`stroke-land [paint-order:stroke] ${looks[kind]}`}
        >
          {text}
        </text>
      ))}
    </g>
  );
});
