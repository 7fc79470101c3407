import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type Pages, useExistingPage } from '../lib/use-existing-page.ts';
import { Button } from './button.tsx';

/** Buttons for the pages around the current one; empty for one page. Redirects from a page after the last one. */
export function PageButtons(pages: Pages) {
  const { page, totalPages, onPage } = pages;
  useExistingPage(pages);
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center gap-1.5">
      <Button size="icon-sm" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
      </Button>
      {pagesAround(page, totalPages).map(number => (
        <Button
          key={number}
          size="sm"
          tone={number === page ? 'ink' : 'outline'}
          className="min-w-8 px-2! tabular-nums"
          aria-label={`Page ${number}`}
          {...(number === page && { 'aria-current': 'page' })}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        size="icon-sm"
        aria-label="Next page"
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}

const MAX_BUTTONS = 5;

/** Returns up to five page numbers around the current one. */
export function pagesAround(page: number, totalPages: number): number[] {
  const count = Math.min(MAX_BUTTONS, totalPages);
  const centered = page - Math.floor(MAX_BUTTONS / 2);
  const first = Math.max(1, Math.min(centered, totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
