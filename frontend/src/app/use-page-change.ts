import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * What a full page load would do on navigation: start at the top (or at the `#anchor`) and put the
 * focus there, so that keyboards and screen readers start with the new page.
 */
export function usePageChange() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const previousPath = useRef(pathname);
  useEffect(() => {
    const isNewPage = previousPath.current !== pathname;
    previousPath.current = pathname;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) target.scrollIntoView();
    else if (isNewPage) window.scrollTo({ top: 0, behavior: 'instant' });
    if (isNewPage) main.current?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return main;
}
