import { useEffect, useEffectEvent } from 'react';

export type Pages = {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** A page is loading, so `totalPages` may be another list's. */
  isBusy?: boolean | undefined;
};

/** Redirects from a page after the last one, which only a URL can name, to the last. */
export function useExistingPage({ page, totalPages, onPage, isBusy }: Pages): void {
  const last = Math.max(totalPages, 1);
  const isBehind = page > last && !isBusy;
  const goTo = useEffectEvent(onPage);
  useEffect(() => {
    if (isBehind) goTo(last);
  }, [isBehind, last]);
}
