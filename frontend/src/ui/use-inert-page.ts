import { useEffect } from 'react';

const PAGE = 'body a[href="#main"], header, main, footer';

/** Shuts the page behind a dialog off from pointers, keys and screen readers, but not the toasts over it. */
export function useInertPage(isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return;
    const root = document.documentElement;
    const parts = [...document.querySelectorAll<HTMLElement>(PAGE)].filter(
      part => !part.closest('[role=dialog]'),
    );
    for (const part of parts) part.inert = true;
    root.style.overflow = 'hidden';
    return () => {
      for (const part of parts) part.inert = false;
      root.style.overflow = '';
    };
  }, [isInert]);
}
