import clsx from 'clsx';
import { useDeferredValue, useMemo } from 'react';
import { adviseOn } from '../lib/password-advice.ts';
import { useDebounced } from '../lib/use-debounced.ts';

const STATUS_AFTER_MS = 900;
const steps = [1, 2, 3, 4];
const colors = ['bg-danger', 'bg-danger', 'bg-caution', 'bg-positive', 'bg-positive'];

export type PasswordMeterProps = { password: string; about: readonly string[] };

/** Rates a new password in words, announced when typing pauses. */
export default function PasswordMeter({ password, about }: PasswordMeterProps) {
  const judged = useDeferredValue(password);
  const facts = about.join('\n');
  const { level, word, advice } = useMemo(() => adviseOn(judged, facts.split('\n')), [judged, facts]);
  const status = useDebounced(`${word} password. ${advice}`, STATUS_AFTER_MS);
  return (
    <div className="grid gap-1.5">
      <meter className="sr-only" aria-label="Strength" min={0} max={4} value={level}>
        {word}
      </meter>
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {steps.map(step => (
          <span
            key={step}
            className={clsx(
              'h-1.5 rounded-full transition-colors',
              step <= Math.max(level, 1) ? colors[level] : 'bg-line',
            )}
          />
        ))}
      </div>
      <p className="text-xs text-muted">
        <strong className="font-semibold text-ink">{word}.</strong> {advice}
      </p>
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  );
}
