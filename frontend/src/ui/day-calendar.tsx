import { DayPicker } from 'react-day-picker';

type DayCalendarProps = { selected: Date | undefined; onSelect: (date: Date | undefined) => void };

const arrow =
  'grid size-9 place-items-center rounded-lg hover:bg-ink/8 disabled:opacity-40 [&_svg]:size-4 [&_svg]:fill-current';

const dayLabel = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

/** One month; days of the future cannot have closings yet. */
export default function DayCalendar({ selected, onSelect }: DayCalendarProps) {
  return (
    <DayPicker
      mode="single"
      autoFocus
      selected={selected}
      onSelect={onSelect}
      {...(selected && { defaultMonth: selected })}
      disabled={{ after: new Date() }}
      labels={{ labelDayButton: date => dayLabel.format(date) }}
      classNames={{
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
      }}
    />
  );
}
