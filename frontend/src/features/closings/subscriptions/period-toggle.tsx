import type { ListPeriod } from '@closingwire/contracts/leads';
import clsx from 'clsx';

const labels: Record<ListPeriod, string> = { daily: 'Daily', weekly: 'Weekly' };

export function PeriodToggle({
  value,
  onChange,
}: {
  value: ListPeriod;
  onChange: (period: ListPeriod) => void;
}) {
  return (
    <fieldset aria-label="Period" className="flex rounded-lg border border-line-strong/70 p-0.5">
      {(['daily', 'weekly'] as const).map(period => (
        <button
          key={period}
          type="button"
          aria-pressed={value === period}
          onClick={() => onChange(period)}
          className={clsx(
            'h-8 rounded-md px-3 text-sm font-semibold',
            value === period ? 'bg-ink text-canvas' : 'text-muted hover:text-ink',
          )}
        >
          {labels[period]}
        </button>
      ))}
    </fieldset>
  );
}
