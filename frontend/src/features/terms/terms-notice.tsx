import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { noticeTexts } from './copy.ts';
import { useAcceptTerms } from './queries.ts';

/**
 * Asks a signed-in user to accept the Terms of use. It is below the page's content and sticks to the window's bottom,
 * so that the page does not move when it appears. Presses beside its link and button reach the page below.
 */
export default function TermsNotice({ accepted }: { accepted: string | null }) {
  const accept = useAcceptTerms();
  const notice = useRef<HTMLElement>(null);
  usePublishedHeight(notice);
  return (
    <section
      ref={notice}
      aria-label="Terms of use"
      className="pointer-events-none sticky bottom-0 z-20 border-t border-line-strong bg-surface px-4 py-3 shadow-lift sm:px-6 [&_a]:pointer-events-auto [&_button]:pointer-events-auto"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <p>
          {noticeTexts[accepted === null ? 'none' : 'earlier']}{' '}
          <TextLink to="/terms" target="_blank">
            Read the Terms of use
          </TextLink>
        </p>
        <Button tone="ink" size="sm" disabled={accept.isPending} onClick={() => accept.mutate()}>
          {accept.isPending ? 'Saving...' : 'I accept the terms'}
        </Button>
      </div>
    </section>
  );
}

/** Sets `--terms-height`, above which bars of a page stick, so that neither covers the other. */
function usePublishedHeight(notice: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = notice;
    if (!current) return;
    const { style } = document.documentElement;
    const publish = () => style.setProperty('--terms-height', `${current.offsetHeight}px`);
    const observer = new ResizeObserver(publish);
    observer.observe(current);
    publish();
    return () => {
      observer.disconnect();
      style.removeProperty('--terms-height');
    };
  }, [notice]);
}
