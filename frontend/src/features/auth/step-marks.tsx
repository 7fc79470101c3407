import clsx from 'clsx';

const steps = ['About you', 'Your company'];

export function StepMarks({ current }: { current: 1 | 2 }) {
  return (
    <ol aria-label="Steps" className="grid grid-cols-2 gap-3">
      {steps.map((label, index) => (
        <li
          key={label}
          {...(current === index + 1 && { 'aria-current': 'step' as const })}
          className={clsx(
            'border-t-4 pt-2 text-sm font-medium',
            current >= index + 1 ? 'border-accent text-ink' : 'border-line text-muted',
          )}
        >
          {index + 1}. {label}
        </li>
      ))}
    </ol>
  );
}
