import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlStyle } from './field.tsx';

/** The browser's own select, styled: it works best on phones and with assistive software. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select className={clsx(controlStyle, 'h-10 appearance-none pr-9 text-base sm:text-sm')} {...rest}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-3 top-3 size-4 text-muted" />
    </span>
  );
}
