import { type KeyboardEvent, useRef, useState } from 'react';
import { useWidth } from '../use-width.ts';
import { type Bar, barScale, tickEvery } from './bar-scale.ts';

type BarChartProps = {
  label: string;
  bars: readonly Bar[];
  heightPx: number;
  /** Formats a value, such as `12 closings`. */
  format: (value: number) => string;
  /** Formats a value beside its line. */
  formatLine?: (value: number) => string;
  /** Places ticks at the starts of bars, for ranges. */
  hasEdgeTicks?: boolean;
  /** A line across the chart, `at` bars from the left. */
  marker?: { at: number; text: string } | undefined;
};

const DIGIT_PX = 7;
const TOP_PX = 14;
const BOTTOM_PX = 24;

const steps: Record<string, (active: number, count: number) => number> = {
  ArrowRight: active => active + 1,
  ArrowLeft: active => active - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Bars with values on hover and by arrow keys; the chart has one tab stop. */
export function BarChart(props: BarChartProps) {
  const { label, bars, heightPx, format, formatLine = value => value.toLocaleString('en-US') } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [active, setActive] = useState(bars.length - 1);
  const [isShown, setShown] = useState(false);
  const current = Math.min(active, bars.length - 1);

  const widest = Math.max(...bars.map(({ value }) => formatLine(value).length), 1);
  const left = widest * DIGIT_PX + 12;
  const scale = barScale(bars, { width, height: heightPx, left, top: TOP_PX, bottom: BOTTOM_PX });
  const column = scale.columns[current];
  const bar = bars[current];

  const show = (index: number) => {
    setActive(index);
    setShown(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setShown(false);
    const next = steps[event.key]?.(current, bars.length);
    if (next === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(bars.length - 1, next));
    frame.current?.querySelectorAll<SVGGElement>('[data-bar]')[index]?.focus();
  };

  return (
    // Reserves space until the width is known.
    <div ref={frame} className="relative min-w-0" style={{ height: heightPx }}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset
        <svg
          role="group"
          aria-label={label}
          width={width}
          height={heightPx}
          className="block overflow-visible text-[0.6875rem]"
          onKeyDown={onKeyDown}
          onPointerLeave={() => setShown(false)}
        >
          <Lines lines={scale.lines} left={left} width={width} format={formatLine} />
          <Ticks bars={bars} scale={scale} heightPx={heightPx} isAtEdge={props.hasEdgeTicks === true} />
          {bars.map((each, index) => (
            <Column
              key={each.name}
              bar={each}
              text={format(each.value)}
              column={scale.columns[index]}
              scale={scale}
              isCurrent={index === current}
              isLit={isShown && index === current}
              onShow={() => show(index)}
              onHide={() => setShown(false)}
            />
          ))}
          {props.marker && <Marker {...props.marker} scale={scale} width={width} />}
        </svg>
      )}
      {isShown && bar && column && (
        <Tip x={column.middle} y={column.y} width={width} name={bar.name} text={format(bar.value)} />
      )}
    </div>
  );
}

type Scale = ReturnType<typeof barScale>;

type LinesProps = {
  lines: Scale['lines'];
  left: number;
  width: number;
  format: (value: number) => string;
};

function Lines({ lines, left, width, format }: LinesProps) {
  return (
    <g aria-hidden>
      {lines.map(({ value, y }) => (
        <g key={value}>
          <line
            x1={left}
            x2={width}
            y1={y}
            y2={y}
            className={value === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text x={left - 8} y={y} dy="0.32em" textAnchor="end" className="fill-muted">
            {format(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

type TicksProps = { bars: readonly Bar[]; scale: Scale; heightPx: number; isAtEdge: boolean };

function Ticks({ bars, scale, heightPx, isAtEdge }: TicksProps) {
  const every = tickEvery(Math.max(...bars.map(({ tick }) => tick.length)) * DIGIT_PX, scale.step);
  return (
    <g aria-hidden>
      {bars.map(({ tick, name }, index) => {
        // Ticks are counted from the newest bar, so that it always has one.
        const isShown = isAtEdge ? index % every === 0 : (bars.length - 1 - index) % every === 0;
        const column = scale.columns[index];
        if (!isShown || !column) return null;
        const x = isAtEdge ? column.x - (scale.step - scale.barWidth) / 2 : column.middle;
        return (
          <text key={name} x={x} y={heightPx - 6} textAnchor="middle" className="fill-muted">
            {tick}
          </text>
        );
      })}
    </g>
  );
}

type ColumnProps = {
  bar: Bar;
  text: string;
  column: Scale['columns'][number] | undefined;
  scale: Scale;
  isCurrent: boolean;
  isLit: boolean;
  onShow: () => void;
  onHide: () => void;
};

function Column({ bar, text, column, scale, isCurrent, isLit, onShow, onHide }: ColumnProps) {
  if (!column) return null;
  const { barWidth, step, base } = scale;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a bar takes the focus to be read, and does nothing
    <g
      role="img"
      data-bar={bar.value}
      aria-label={`${bar.name}: ${text}`}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onShow}
      onBlur={onHide}
      onPointerEnter={onShow}
      onPointerDown={onShow}
      className="group outline-none focus:shadow-none"
    >
      <rect
        x={column.middle - step / 2}
        y={TOP_PX}
        width={step}
        height={base - TOP_PX}
        className={isLit ? 'fill-ink/6 group-focus-visible:stroke-ink' : 'fill-transparent'}
      />
      {bar.value > 0 && (
        <rect
          x={column.x}
          y={column.y}
          width={barWidth}
          height={column.height}
          rx={Math.min(3, barWidth / 4)}
          className="fill-accent stroke-accent-deep"
        />
      )}
    </g>
  );
}

function Marker({ at, text, scale, width }: { at: number; text: string; scale: Scale; width: number }) {
  const [first] = scale.columns;
  if (!first) return null;
  const x = first.middle - scale.step / 2 + at * scale.step;
  const isRight = x > width * 0.6;
  return (
    <g aria-hidden className="pointer-events-none">
      <line
        x1={x}
        x2={x}
        y1={2}
        y2={scale.base}
        strokeWidth={2}
        strokeDasharray="4 3"
        className="stroke-ink"
      />
      <text
        x={x + (isRight ? -6 : 6)}
        y={9}
        textAnchor={isRight ? 'end' : 'start'}
        strokeWidth={4}
        paintOrder="stroke"
        className="fill-ink stroke-surface font-semibold"
      >
        {text}
      </text>
    </g>
  );
}

type TipProps = { x: number; y: number; width: number; name: string; text: string };

/** Hidden from screen readers: the focused bar's name has the same text. */
function Tip({ x, y, width, name, text }: TipProps) {
  const shift = x < width * 0.25 ? '0%' : x > width * 0.75 ? '-100%' : '-50%';
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 whitespace-nowrap rounded-lg border border-line bg-surface px-2.5 py-1.5 text-xs shadow-lift"
      style={{ left: x, top: y - 6, transform: `translate(${shift}, -100%)` }}
    >
      <span className="block text-muted">{name}</span>
      <span className="block font-semibold">{text}</span>
    </div>
  );
}
