import { statesAndDc } from '@closingwire/contracts/reference';
import { type MouseEvent, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useWidth } from '../../ui/use-width.ts';
import type { Dot } from './dot.ts';
import { DotDescription } from './dot-description.tsx';
import { DotStop } from './dot-stop.tsx';
import { Dots } from './dots.tsx';
import { Labels } from './labels.tsx';
import { Land, Radius } from './land.tsx';
import { Legend } from './legend.tsx';
import type { StateShape } from './packed-shape.ts';
import {
  type Circle,
  circleShape,
  emptiestCorner,
  nearest,
  type Point,
  projectState,
  spreadOut,
} from './projection.ts';
import { shapeOf } from './state-shape.ts';
import { useZoom } from './use-zoom.ts';
import { BUTTONS_PX, ZoomButtons } from './zoom-buttons.tsx';

type ZipMapProps = {
  state: string;
  dots: readonly Dot[];
  /** The ZIPs to which the map zooms at first. */
  focus: readonly string[];
  /** Drawn with a dashed line; the map zooms to it instead of to `focus`. */
  circle?: Circle | undefined;
  /** Button label of choosing a dot; null if it does nothing. */
  actionOf: (dot: Dot) => string | null;
  onChoose: (dot: Dot) => void;
  /** Link to the same ZIPs as a table. */
  note: ReactNode;
};

const HEIGHTS = { minHeightPx: 260, maxHeightPx: 460 };
const REACH_PX = { mouse: 12, touch: 24 };
const MAX_FIT_SCALE = 28;

/** A state's ZIPs as dots, chosen by pointer or keyboard. It calls no other server. */
export function ZipMap(props: ZipMapProps) {
  const shape = use(shapeOf(props.state));
  const stateName = new Map(Object.entries(statesAndDc)).get(props.state) ?? props.state;
  if (!shape) {
    return <p className="px-5 py-12 text-center text-muted">There is no map of {stateName} to draw on.</p>;
  }
  return <DrawnMap key={props.state} {...props} shape={shape} stateName={stateName} />;
}

type DrawnMapProps = ZipMapProps & { shape: StateShape; stateName: string };

function DrawnMap({ shape, stateName, ...props }: DrawnMapProps) {
  const { dots, focus, circle, actionOf, onChoose } = props;
  const description = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(frame);
  const projected = useMemo(() => projectState(shape.outline, width, HEIGHTS), [shape, width]);
  const mapped = useMemo(() => dots.filter(dot => dot.coordinates !== null), [dots]);
  const points = useMemo(
    () =>
      spreadOut(mapped.map(({ coordinates }) => (coordinates ? projected.project(...coordinates) : [0, 0]))),
    [mapped, projected],
  );
  const { transform, fit, bring, zoomIn, zoomOut, reset } = useZoom(svg, width, projected.heightPx);
  const shown = useMemo(
    () => points.map(([x, y]): Point => [transform.applyX(x), transform.applyY(y)]),
    [points, transform],
  );
  const [active, setActive] = useState(-1);
  const [isNamed, setNamed] = useState(false);
  const activeDot = mapped[active];

  const { corner, box: reserved } = useMemo(
    () => emptiestCorner(points, [width, projected.heightPx], BUTTONS_PX),
    [points, width, projected],
  );

  const focusKey = [...focus, circle?.latitude, circle?.longitude, circle?.miles].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves when other ZIPs come into focus, not with each dot
  useEffect(() => {
    const wanted = new Set(focus);
    const found = points.filter((_, index) => wanted.has(mapped[index]?.zipCode ?? ''));
    if (width === 0) return;
    if (circle) fit(projected.cornersOf(circleShape(circle)), MAX_FIT_SCALE);
    else if (found.length > 0) fit(found, MAX_FIT_SCALE);
    else reset();
  }, [focusKey, width]);

  const dotAt = (event: MouseEvent, reachPx: number) => {
    const box = event.currentTarget.getBoundingClientRect();
    return nearest(shown, [event.clientX - box.left, event.clientY - box.top], reachPx);
  };
  const choose = (dot: Dot | undefined) => {
    if (dot && actionOf(dot) !== null) onChoose(dot);
  };
  const onClick = (event: MouseEvent) => {
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    const found = dotAt(event, isTouch ? REACH_PX.touch : REACH_PX.mouse);
    setActive(found);
    // A finger covers the dot: the first touch shows its name, the second chooses it.
    if (!isTouch || found === active) choose(mapped[found]);
    if (!isTouch) return;
    setNamed(true);
    description.current?.scrollIntoView({ block: 'nearest' });
  };
  const isInSight = (index: number) => {
    const [x, y] = shown[index] ?? [-1, -1];
    return x > 12 && y > 12 && x < width - 12 && y < projected.heightPx - 12;
  };
  const go = (index: number) => {
    setActive(index);
    const point = points[index];
    if (point && !isInSight(index)) bring(point);
  };
  /** Zooms toward a dot: the middle of the frame may be water. */
  const zoomToDot = () => {
    const middle: Point = [width / 2, projected.heightPx / 2];
    const target = isInSight(active) ? active : nearest(shown, middle, Number.POSITIVE_INFINITY);
    zoomIn(shown[target] ?? middle);
  };

  return (
    <div>
      <div ref={frame} className="relative overflow-hidden bg-water" style={{ height: projected.heightPx }}>
        {width > 0 && (
          <svg
            ref={svg}
            aria-hidden
            width={width}
            height={projected.heightPx}
            className="block cursor-crosshair touch-pan-y"
            onClick={onClick}
            onPointerMove={event => {
              if (event.pointerType !== 'mouse' || event.buttons > 0) return;
              setActive(dotAt(event, REACH_PX.mouse));
              setNamed(true);
            }}
            onPointerLeave={() => setNamed(false)}
          >
            <Land shape={shape} projected={projected} transform={transform} />
            {circle && <Radius circle={circle} projected={projected} transform={transform} />}
            <Dots
              dots={mapped}
              points={shown}
              scale={transform.k}
              width={width}
              height={projected.heightPx}
            />
            <Labels
              dots={mapped}
              points={shown}
              counties={shape.counties}
              projected={projected}
              transform={transform}
              width={width}
              reserved={reserved}
            />
          </svg>
        )}
        <DotStop
          label={`Map of ${stateName}`}
          dots={mapped}
          points={shown}
          active={active}
          isNamed={isNamed}
          onMove={go}
          onNamed={setNamed}
          onChoose={() => choose(activeDot)}
          actionOf={actionOf}
        />
        <ZoomButtons corner={corner} onZoomIn={zoomToDot} onZoomOut={zoomOut} onReset={reset} />
      </div>
      <DotDescription ref={description} dot={activeDot} actionOf={actionOf} onChoose={choose} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-3.5 text-sm">
        <Legend dots={dots} circle={circle} />
        <p className="text-muted">{props.note}</p>
      </div>
    </div>
  );
}
