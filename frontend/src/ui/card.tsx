import clsx from 'clsx';
import type { ComponentProps } from 'react';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className={clsx('rounded-2xl border border-line bg-surface shadow-card', className)} {...rest} />
  );
}
