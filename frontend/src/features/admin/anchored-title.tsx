import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** A panel's title that is scrolled to and gets the focus if the URL's `#` names it, even if it renders later. */
export function AnchoredTitle({ id, title }: { id: string; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const isLoading = useIsFetching() > 0;
  const mayMove = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to where the address points already leads there again
  useEffect(() => {
    if (hash !== `#${id}`) return;
    mayMove.current = true;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [hash, id, key]);
  // Rows that load above push the title down, once.
  useEffect(() => {
    if (isLoading || !mayMove.current) return;
    mayMove.current = false;
    if (document.activeElement === heading.current) heading.current?.scrollIntoView();
  }, [isLoading]);
  return (
    <h2
      ref={heading}
      id={id}
      tabIndex={-1}
      className="text-lg font-semibold outline-none focus-visible:shadow-none"
    >
      {title}
    </h2>
  );
}
