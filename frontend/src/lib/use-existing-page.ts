import { useEffect, useEffectEvent } from 'react';

export type Pages = {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** Another page is being loaded: `totalPages` may be that of another list. */
  isBusy?: boolean | undefined;
};

/** Leads from a page behind the last one, which only an address can name, to the last one. */
export function useExistingPage({ page, totalPages, onPage, isBusy }: Pages): void {
  const last = Math.max(totalPages, 1);
  const isBehind = page > last && !isBusy;
  const goTo = useEffectEvent(onPage);
  useEffect(() => {
    if (isBehind) goTo(last);
  }, [isBehind, last]);
}
