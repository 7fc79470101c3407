import { type Dot, kinds, looks } from './dot.ts';
import type { Circle } from './projection.ts';

type LegendProps = { dots: readonly Dot[]; circle?: Circle | undefined };

const milesText = (miles: number) => `${miles.toLocaleString('en-US')} ${miles === 1 ? 'mile' : 'miles'}`;

/** Shapes with their meanings and counts, which add up to the list. */
export function Legend({ dots, circle }: LegendProps) {
  const unmapped = dots.filter(({ coordinates }) => coordinates === null).length;
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1">
      {kinds.toReversed().map(kind => {
        const own = dots.filter(dot => dot.kind === kind);
        if (own.length === 0) return null;
        return (
          <li key={kind} data-kind={kind} className="flex items-center gap-1.5">
            <svg aria-hidden width={18} height={18} className="shrink-0">
              {own.some(({ count }) => count !== undefined) ? (
                <circle cx={9} cy={9} r={7} className="fill-positive" />
              ) : (
                <path
                  d={looks[kind].shape([9, 9], 1.2)}
                  strokeWidth={1.4}
                  className={looks[kind].className}
                />
              )}
            </svg>
            {looks[kind].label} <span className="text-muted">{own.length.toLocaleString('en-US')}</span>
          </li>
        );
      })}
      {circle && (
        <li className="flex items-center gap-1.5">
          <svg aria-hidden width={18} height={18} className="shrink-0">
            <circle
              cx={9}
              cy={9}
              r={7}
              strokeDasharray="4 2.5"
              strokeWidth={1.75}
              className="fill-accent/12 stroke-accent-deep"
            />
          </svg>
          Within {milesText(circle.miles)}
        </li>
      )}
      {unmapped > 0 && (
        <li className="text-muted">{unmapped.toLocaleString('en-US')} without a known place</li>
      )}
    </ul>
  );
}
