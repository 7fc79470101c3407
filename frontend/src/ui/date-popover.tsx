import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { fromDay, toDay } from '../lib/dates.ts';
import DayCalendar from './day-calendar.tsx';

type DatePopoverProps = {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
  onClose: () => void;
  /** The button that the calendar hangs from, and where the focus returns to. */
  button: RefObject<HTMLButtonElement | null>;
};

/** The calendar under a date field, open while it is mounted. */
export default function DatePopover({ label, value, onChange, onClose, button }: DatePopoverProps) {
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
            // The button's own click closes; closing here too would open it again.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={event => {
            event.preventDefault();
            button.current?.focus();
          }}
          className="z-40 animate-rise rounded-xl border border-line bg-surface p-3 shadow-lift"
        >
          <DayCalendar
            selected={value ? fromDay(value) : undefined}
            onSelect={date => {
              onChange(date ? toDay(date) : null);
              onClose();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
