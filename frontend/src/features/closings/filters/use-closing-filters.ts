import { useQueryStates } from 'nuqs';
import { type ClosingFilters, filterParsers } from './closing-filters.ts';

/** Filters and page of the dashboard in the URL. A changed filter returns to page 1. */
export function useClosingFilters() {
  const [{ page, ...filters }, set] = useQueryStates(filterParsers);
  return {
    filters,
    page,
    change: (changed: Partial<ClosingFilters>) => void set({ ...changed, page: null }),
    reset: () => void set(null),
    goTo: (next: number) => void set({ page: next === 1 ? null : next }),
  };
}

export type ClosingFiltersState = ReturnType<typeof useClosingFilters>;
