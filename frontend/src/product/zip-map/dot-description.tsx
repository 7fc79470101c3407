import { Button } from '../../ui/button.tsx';
import { type Dot, describeKind } from './dot.ts';

type DotDescriptionProps = {
  actionOf: (dot: Dot) => string | null;
  dot: Dot | undefined;
  onChoose: (dot: Dot) => void;
};

/** The dot in words, for keyboards and screen readers. */
export function DotDescription({ dot, actionOf, onChoose }: DotDescriptionProps) {
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
