import type { ReactNode } from 'react';

/** Lets wide content scroll sideways, also with the keyboard. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus to be scrolled by keys
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto -outline-offset-2">
      {children}
    </section>
  );
}
