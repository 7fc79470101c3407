import outlines from 'virtual:state-outlines';
import { states } from '@closingwire/contracts/reference';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type MouseEvent, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { type Dot, describeKind } from './dot.ts';
import { DotStop } from './dot-stop.tsx';
import { Dots } from './dots.tsx';
import { Legend } from './legend.tsx';
import { nearest, type Outline, type Point, projectState, spreadOut } from './projection.ts';
import { useZoom } from './use-zoom.ts';

type ZipMapProps = {
  state: string;
  dots: readonly Dot[];
  /** The ZIPs to which the map zooms at first. */
  focus: readonly string[];
  /** Button label of choosing a dot; null if it does nothing. */
  actionOf: (dot: Dot) => string | null;
  onChoose: (dot: Dot) => void;
  /** Link to the same ZIPs as a table. */
  note: ReactNode;
};

const HEIGHTS = { minHeightPx: 260, maxHeightPx: 460 };
const REACH_PX = { mouse: 12, touch: 24 };
const MAX_FIT_SCALE = 28;

const loading = new Map<string, Promise<Outline | null>>();

/** Resolves to null if the state has no outline or it failed to load. */
function outlineOf(state: string): Promise<Outline | null> {
  const known = loading.get(state);
  if (known) return known;
  const load = outlines[state];
  const outline = load
    ? load().then(
        module => module.default,
        () => {
          loading.delete(state);
          return null;
        },
      )
    : Promise.resolve(null);
  loading.set(state, outline);
  return outline;
}

/** A state's ZIPs as dots, chosen by pointer or keyboard. It calls no other server. */
export function ZipMap(props: ZipMapProps) {
  const outline = use(outlineOf(props.state));
  const stateName = new Map(Object.entries(states)).get(props.state) ?? props.state;
  if (!outline) {
    return <p className="px-5 py-12 text-center text-muted">There is no map of {stateName} to draw on.</p>;
  }
  return <DrawnMap key={props.state} {...props} outline={outline} stateName={stateName} />;
}

type DrawnMapProps = ZipMapProps & { outline: Outline; stateName: string };

function DrawnMap({ outline, stateName, ...props }: DrawnMapProps) {
  const { dots, focus, actionOf, onChoose } = props;
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(frame);
  const projected = useMemo(() => projectState(outline, width, HEIGHTS), [outline, width]);
  const mapped = useMemo(() => dots.filter(dot => dot.coordinates !== null), [dots]);
  const points = useMemo(
    () =>
      spreadOut(mapped.map(({ coordinates }) => (coordinates ? projected.project(...coordinates) : [0, 0]))),
    [mapped, projected],
  );
  const { transform, fit, bring, ...zoom } = useZoom(svg, width, projected.heightPx);
  const shown = points.map(([x, y]): Point => [transform.applyX(x), transform.applyY(y)]);
  const [active, setActive] = useState(-1);
  const [isNamed, setNamed] = useState(false);
  const activeDot = mapped[active];

  const focusKey = focus.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves when other ZIPs come into focus, not with each dot
  useEffect(() => {
    const wanted = new Set(focus);
    const found = points.filter((_, index) => wanted.has(mapped[index]?.zipCode ?? ''));
    if (width === 0) return;
    if (found.length > 0) fit(found, MAX_FIT_SCALE);
    else zoom.reset();
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
  };
  const go = (index: number) => {
    const [x, y] = shown[index] ?? [0, 0];
    setActive(index);
    const point = points[index];
    const isInSight = x > 12 && y > 12 && x < width - 12 && y < projected.heightPx - 12;
    if (point && !isInSight) bring(point);
  };

  return (
    <div>
      <div ref={frame} className="relative overflow-hidden bg-sunken" style={{ height: projected.heightPx }}>
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
            <g transform={transform.toString()}>
              <path
                d={projected.path}
                vectorEffect="non-scaling-stroke"
                className="fill-surface stroke-line-strong"
              />
            </g>
            <Dots
              dots={mapped}
              points={shown}
              scale={transform.k}
              width={width}
              height={projected.heightPx}
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
        <ZoomButtons zoom={zoom} />
      </div>
      <DotDescription dot={activeDot} actionOf={actionOf} onChoose={choose} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-3.5 text-sm">
        <Legend dots={dots} />
        <p className="text-muted">{props.note}</p>
      </div>
    </div>
  );
}

type Zoom = Pick<ReturnType<typeof useZoom>, 'zoomIn' | 'zoomOut' | 'reset'>;

function ZoomButtons({ zoom }: { zoom: Zoom }) {
  return (
    <div className="absolute right-3 bottom-3 grid gap-1.5">
      <Button size="icon-sm" aria-label="Zoom in" onClick={zoom.zoomIn}>
        <Plus aria-hidden />
      </Button>
      <Button size="icon-sm" aria-label="Zoom out" onClick={zoom.zoomOut}>
        <Minus aria-hidden />
      </Button>
      <Button size="icon-sm" aria-label="Show the whole state" onClick={zoom.reset}>
        <Maximize aria-hidden />
      </Button>
    </div>
  );
}

type DotDescriptionProps = Pick<ZipMapProps, 'actionOf'> & {
  dot: Dot | undefined;
  onChoose: (dot: Dot) => void;
};

/** The dot in words, for keyboards and screen readers. */
function DotDescription({ dot, actionOf, onChoose }: DotDescriptionProps) {
  const action = dot && actionOf(dot);
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-2">
      <p className="text-sm" aria-live="polite">
        {dot ? (
          <>
            <strong>{dot.zipCode}</strong> {dot.city}{' '}
            <span className="text-muted">· {describeKind(dot)}</span>
          </>
        ) : (
          <span className="text-muted">Point at a dot, or go from dot to dot with the arrow keys.</span>
        )}
      </p>
      {dot && action && (
        <Button
          size="sm"
          className="ml-auto"
          aria-label={`${action} ${dot.zipCode}`}
          onClick={() => onChoose(dot)}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
