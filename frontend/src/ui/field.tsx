import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

export const controlStyle =
  'block w-full rounded-lg border border-line-strong bg-surface px-3 text-ink placeholder:text-muted transition-colors hover:border-ink/70 aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted';

/** Attributes that link a control to its label, hint and error. */
export type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  aside?: ReactNode;
  children: (control: Control) => ReactNode;
};

/** A label, a control, its hint and its error, linked for assistive software. */
export function Field({ label, hint, error, className, aside, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(controlStyle, 'h-10 text-base sm:text-sm', className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea className={clsx(controlStyle, 'min-h-32 py-2.5 text-base sm:text-sm', className)} {...rest} />
  );
}
