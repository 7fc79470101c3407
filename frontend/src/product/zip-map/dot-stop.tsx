import clsx from 'clsx';
import type { KeyboardEvent } from 'react';
import { type Dot, describeKind } from './dot.ts';
import { type Direction, nextPoint, type Point } from './projection.ts';

type DotStopProps = {
  label: string;
  dots: readonly Dot[];
  points: readonly Point[];
  active: number;
  isNamed: boolean;
  onMove: (index: number) => void;
  onNamed: (isNamed: boolean) => void;
  onChoose: () => void;
  actionOf: (dot: Dot) => string | null;
};

const directions: Partial<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const startAt = (dots: readonly Dot[]) =>
  Math.max(
    0,
    dots.findIndex(({ kind }) => kind === 'chosen' || kind === 'subscribed'),
  );

/** The map's only tab stop: a ring around the active dot, which the arrow keys move. */
export function DotStop(props: DotStopProps) {
  const { label, dots, points, active, isNamed, onMove, onNamed, onChoose, actionOf } = props;
  const dot = dots[active];
  const [x, y] = points[active] ?? [0, 0];
  const action = dot && actionOf(dot);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    const next = nextPoint(points, active, direction);
    if (next >= 0) onMove(next);
  };
  return (
    <>
      <button
        type="button"
        aria-label={
          dot
            ? `${label}: ${dot.zipCode} ${dot.city}, ${describeKind(dot)}${action ? `. ${action}` : ''}`
            : label
        }
        className={clsx(
          'pointer-events-none absolute size-7 -translate-x-1/2 -translate-y-1/2 rounded-full',
          dot && isNamed ? 'border-2 border-ink' : 'opacity-0 focus-visible:opacity-100',
        )}
        style={dot ? { left: x, top: y } : { left: '50%', top: '50%' }}
        onFocus={() => {
          onNamed(true);
          if (!dot) onMove(startAt(dots));
        }}
        onBlur={() => onNamed(false)}
        onKeyDown={onKeyDown}
        onClick={onChoose}
      />
      {dot && isNamed && (
        <span
          aria-hidden
          className="pointer-events-none absolute z-10 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-xs shadow-lift"
          style={{
            left: x,
            top: y - 18,
            transform: `translate(${x < 90 ? '0' : '-50%'}, ${y < 70 ? '150%' : '-100%'})`,
          }}
        >
          <span className="block whitespace-nowrap font-semibold">
            {dot.zipCode} {dot.city}
          </span>
          <span className="block whitespace-nowrap text-muted">{describeKind(dot)}</span>
        </span>
      )}
    </>
  );
}
