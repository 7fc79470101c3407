import type { ZoomTransform } from 'd3-zoom';
import { memo, useMemo } from 'react';
import type { StateShape } from './packed-shape.ts';
import type { StateProjection } from './projection.ts';

type LandProps = { shape: StateShape; projected: StateProjection; transform: ZoomTransform };

/** The state and the lines between its counties. */
export const Land = memo(function Land({ shape, projected, transform }: LandProps) {
  const outline = useMemo(() => projected.pathOf(shape.outline), [shape, projected]);
  const borders = useMemo(() => projected.pathOf(shape.borders), [shape, projected]);
  return (
    <g transform={transform.toString()}>
      <path data-land d={outline} className="fill-land" />
      <path d={borders} vectorEffect="non-scaling-stroke" className="fill-none stroke-land-line" />
      <path
        d={outline}
        vectorEffect="non-scaling-stroke"
        strokeWidth={1.25}
        strokeLinejoin="round"
        className="fill-none stroke-line-strong"
      />
    </g>
  );
});
