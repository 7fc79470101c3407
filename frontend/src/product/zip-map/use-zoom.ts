import { select } from 'd3-selection';
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Point } from './projection.ts';

const MAX_SCALE = 48;
const STEP = 2;

/** The wheel and one finger scroll the page; Ctrl with the wheel and two fingers zoom the map. */
function isMeantForMap(event: WheelEvent | TouchEvent | MouseEvent): boolean {
  if (event.type === 'wheel') return event.ctrlKey || (event as WheelEvent).metaKey;
  if ('touches' in event) return event.touches.length > 1;
  return event.button === 0;
}

/** Pans and zooms an SVG of this size. */
export function useZoom(svg: RefObject<SVGSVGElement | null>, widthPx: number, heightPx: number) {
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);

  useEffect(() => {
    if (!svg.current || widthPx === 0) return;
    const frame: [[number, number], [number, number]] = [
      [0, 0],
      [widthPx, heightPx],
    ];
    const made = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, MAX_SCALE])
      .extent(frame)
      .translateExtent(frame)
      .clickDistance(6)
      .filter(isMeantForMap)
      .on('zoom', event => setTransform(event.transform));
    const selection = select(svg.current);
    selection.call(made);
    behavior.current = made;
    return () => void selection.on('.zoom', null);
  }, [svg, widthPx, heightPx]);

  const onMap = (change: (made: ZoomBehavior<SVGSVGElement, unknown>, node: SVGSVGElement) => void) => {
    if (behavior.current && svg.current) change(behavior.current, svg.current);
  };
  return {
    transform,
    /** Zooms in; this point on the screen stays in place. */
    zoomIn: ([x, y]: Point) => onMap((made, node) => made.scaleBy(select(node), STEP, [x, y])),
    zoomOut: () => onMap((made, node) => made.scaleBy(select(node), 1 / STEP)),
    reset: () => onMap((made, node) => made.transform(select(node), zoomIdentity)),
    /** Shows these points with a margin. */
    fit: (points: readonly Point[], maxScale: number) =>
      onMap((made, node) => {
        const xs = points.map(([x]) => x);
        const ys = points.map(([, y]) => y);
        const [left, right] = [Math.min(...xs), Math.max(...xs)];
        const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
        const room = Math.min(widthPx / (right - left + 1), heightPx / (bottom - top + 1)) * 0.7;
        const k = Math.max(1, Math.min(maxScale, room));
        made.transform(
          select(node),
          zoomIdentity
            .translate(widthPx / 2, heightPx / 2)
            .scale(k)
            .translate(-(left + right) / 2, -(top + bottom) / 2),
        );
      }),
    /** Pans until the point is visible. */
    bring: ([x, y]: Point) => onMap((made, node) => made.translateTo(select(node), x, y)),
  };
}
