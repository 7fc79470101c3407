import clsx from 'clsx';
import type { ReactNode } from 'react';

type ScrollFrameProps = { label: string; className?: string; children: ReactNode };

/** Scrolls wide content sideways, also by keyboard. */
export function ScrollFrame({ label, className, children }: ScrollFrameProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus to be scrolled by keys
      tabIndex={0}
      className={clsx('relative overflow-x-auto -outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
