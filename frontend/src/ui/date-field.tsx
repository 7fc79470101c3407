import { Calendar, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useId, useState } from 'react';
import { formatDay, fromDay, toDay } from '../lib/dates.ts';
import { controlStyle } from './field.tsx';
import { Spinner } from './spinner.tsx';

const DayCalendar = lazy(() => import('./day-calendar.tsx'));

type DateFieldProps = { label: string; value: string | null; onChange: (day: string | null) => void };

/** A button that opens a calendar. Values are calendar days, `YYYY-MM-DD`. */
export function DateField({ label, value, onChange }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <div className="relative">
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger
            id={id}
            aria-labelledby={`${id}-label ${id}`}
            className={`${controlStyle} flex h-10 items-center gap-2 text-left text-base sm:text-sm`}
          >
            <Calendar aria-hidden className="size-4 shrink-0 text-muted" />
            <span className={`truncate ${value ? 'pr-6' : 'text-muted'}`}>
              {value ? formatDay(value) : 'Any'}
            </span>
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={6}
              collisionPadding={12}
              aria-label={label}
              className="z-40 animate-rise rounded-xl border border-line bg-surface p-3 shadow-lift"
            >
              <Suspense fallback={<Spinner className="h-72 w-64" />}>
                <DayCalendar
                  selected={value ? fromDay(value) : undefined}
                  onSelect={date => {
                    onChange(date ? toDay(date) : null);
                    setOpen(false);
                  }}
                />
              </Suspense>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
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
