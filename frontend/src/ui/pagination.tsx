import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type Pages, useExistingPage } from '../lib/use-existing-page.ts';
import { Button } from './button.tsx';

type PaginationProps = Pages & {
  label?: string;
};

/** Shows the current page and links to others. Redirects from a page after the last one. */
export function Pagination({ label = 'Pagination', ...pages }: PaginationProps) {
  const { page, totalPages, onPage, isBusy = false } = pages;
  useExistingPage(pages);
  const last = Math.max(totalPages, 1);
  return (
    <nav aria-label={label} className="flex items-center gap-2">
      <Button size="sm" disabled={page <= 1 || isBusy} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden /> Previous
      </Button>
      <span className="px-2 text-sm text-muted">
        Page {Math.min(page, last)} of {last}
      </span>
      <Button size="sm" disabled={page >= last || isBusy} onClick={() => onPage(page + 1)}>
        Next <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}

/** The same below a table; empty for one page. */
export function PageFooter(props: PaginationProps) {
  if (props.totalPages <= 1 && props.page <= 1) return null;
  return (
    <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-3.5">
      <Pagination {...props} />
    </div>
  );
}
