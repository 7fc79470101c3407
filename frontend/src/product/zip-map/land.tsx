import type { ZoomTransform } from 'd3-zoom';
import { memo, useMemo } from 'react';
import type { StateShape } from './packed-shape.ts';
import { type Circle, circleShape, type StateProjection } from './projection.ts';

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

type RadiusProps = { circle: Circle; projected: StateProjection; transform: ZoomTransform };

/** A dashed circle with a cross at its middle. */
export const Radius = memo(function Radius({ circle, projected, transform }: RadiusProps) {
  const { latitude, longitude } = circle;
  const [x, y] = transform.apply([...projected.project(latitude, longitude)]);
  return (
    <g className="pointer-events-none fill-none stroke-accent-deep" strokeWidth={1.75}>
      <path
        data-radius
        d={projected.pathOf(circleShape(circle))}
        transform={transform.toString()}
        vectorEffect="non-scaling-stroke"
        strokeDasharray="7 5"
        className="fill-accent/12"
      />
      <path d={`M${x - 6},${y}h12m-6,-6v12`} />
    </g>
  );
});
