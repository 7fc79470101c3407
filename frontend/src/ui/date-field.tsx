import { Calendar, X } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { formatDay } from '../lib/dates.ts';
import { controlStyle } from './field.tsx';

const load = () => import('./date-popover.tsx');
const DatePopover = lazy(load);
const loadEarly = () => void load().catch(() => {});

type DateFieldProps = {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
  /** Days that can be chosen; today is one of them. */
  days?: 'past' | 'future';
};

const emptyText = { past: 'Any', future: 'No day' };

/** A button that opens a calendar, which loads on first use. Values are days, `YYYY-MM-DD`. */
export function DateField({ label, value, onChange, days = 'past' }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="grid content-start gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <div className="relative">
        <button
          ref={button}
          type="button"
          id={id}
          aria-labelledby={`${id}-label ${id}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={loadEarly}
          onFocus={loadEarly}
          onClick={() => setOpen(!isOpen)}
          className={`${controlStyle} flex h-10 items-center gap-2 text-left text-base sm:text-sm`}
        >
          <Calendar aria-hidden className="size-4 shrink-0 text-muted" />
          <span className={`truncate ${value ? 'pr-6' : 'text-muted'}`}>
            {value ? formatDay(value) : emptyText[days]}
          </span>
        </button>
        {isOpen && (
          <Suspense fallback={null}>
            <DatePopover
              label={label}
              value={value}
              days={days}
              onChange={onChange}
              onClose={() => setOpen(false)}
              button={button}
            />
          </Suspense>
        )}
        {value && (
          <button
            type="button"
            aria-label={`Clear ${label}`}
            onClick={() => onChange(null)}
            className="absolute right-1.5 top-1.5 grid size-7 place-items-center rounded-md text-muted hover:bg-ink/8 hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </div>
  );
}
