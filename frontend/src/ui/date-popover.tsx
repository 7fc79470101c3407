import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { DayPicker } from 'react-day-picker';
import { fromDay, toDay } from '../lib/dates.ts';

const arrow =
  'grid size-9 place-items-center rounded-lg hover:bg-ink/8 disabled:opacity-40 [&_svg]:size-4 [&_svg]:fill-current';

const dayLabel = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

const calendarClasses = {
  months: 'relative',
  month_caption: 'flex h-9 items-center px-2 text-sm font-semibold',
  nav: 'absolute right-0 top-0 flex',
  button_previous: arrow,
  button_next: arrow,
  weekdays: 'text-xs text-muted',
  weekday: 'size-9 font-medium',
  day: 'p-0 text-center text-sm',
  day_button: 'size-9 rounded-lg hover:not-disabled:bg-ink/8',
  selected: '[&>button]:bg-accent [&>button]:font-semibold [&>button]:text-on-accent',
  today: 'font-bold underline decoration-accent decoration-2 underline-offset-4',
  outside: 'text-muted/60',
  disabled: 'text-muted/50',
  hidden: 'invisible',
};

type DatePopoverProps = {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
  onClose: () => void;
  days: 'past' | 'future';
  /** The button to which the calendar is anchored and the focus returns. */
  button: RefObject<HTMLButtonElement | null>;
};

/** The calendar of a date field, open while mounted. */
export default function DatePopover({ label, value, onChange, onClose, days, button }: DatePopoverProps) {
  const selected = value ? fromDay(value) : undefined;
  return (
    <Popover.Root open onOpenChange={isOpen => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          onInteractOutside={event => {
            // The button's click closes the calendar; closing it here as well would open it again.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={event => {
            event.preventDefault();
            button.current?.focus();
          }}
          className="z-40 animate-rise rounded-xl border border-line bg-surface p-3 shadow-lift"
        >
          <DayPicker
            mode="single"
            autoFocus
            selected={selected}
            onSelect={date => {
              onChange(date ? toDay(date) : null);
              onClose();
            }}
            {...(selected && { defaultMonth: selected })}
            // Future days have no closings yet; nothing can be promised for the past.
            disabled={days === 'past' ? { after: new Date() } : { before: new Date() }}
            labels={{ labelDayButton: date => dayLabel.format(date) }}
            classNames={calendarClasses}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
