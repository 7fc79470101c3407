import type { Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { type Dot, describeKind } from './dot.ts';

type DotDescriptionProps = {
  actionOf: (dot: Dot) => string | null;
  dot: Dot | undefined;
  onChoose: (dot: Dot) => void;
  ref: Ref<HTMLDivElement>;
};

const hints = {
  mouse: 'Point at a dot, or go from dot to dot with the arrow keys.',
  touch: 'Tap a dot to see its ZIP code, tap it again to choose it. Pinch to zoom, drag with two fingers.',
};

/** The dot in words, for keyboards and screen readers. */
export function DotDescription({ dot, actionOf, onChoose, ref }: DotDescriptionProps) {
  const isTouch = useMedia('(pointer: coarse)');
  const action = dot && actionOf(dot);
  return (
    <div
      ref={ref}
      data-dot-card
      // An order's bar covers the bottom of a phone's screen.
      className="flex min-h-13 scroll-mb-20 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-2 pointer-coarse:min-h-20"
    >
      <p className="text-sm" aria-live="polite">
        {dot ? (
          <>
            <strong>{dot.zipCode}</strong> {dot.city}{' '}
            <span className="text-muted">· {describeKind(dot)}</span>
          </>
        ) : (
          <span className="text-muted">{isTouch ? hints.touch : hints.mouse}</span>
        )}
      </p>
      {dot && action && (
        <Button
          size="sm"
          className="ml-auto pointer-coarse:h-11 pointer-coarse:px-6"
          aria-label={`${action} ${dot.zipCode}`}
          onClick={() => onChoose(dot)}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
