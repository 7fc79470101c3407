import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

type PaginationProps = {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  isBusy?: boolean;
  /** Distinguishes it from others on the same page. */
  label?: string;
};

export function Pagination({
  page,
  totalPages,
  onPage,
  isBusy = false,
  label = 'Pagination',
}: PaginationProps) {
  return (
    <nav aria-label={label} className="flex items-center gap-2">
      <Button size="sm" disabled={page <= 1 || isBusy} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden /> Previous
      </Button>
      <span className="px-2 text-sm text-muted">
        Page {page} of {Math.max(totalPages, 1)}
      </span>
      <Button size="sm" disabled={page >= totalPages || isBusy} onClick={() => onPage(page + 1)}>
        Next <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
