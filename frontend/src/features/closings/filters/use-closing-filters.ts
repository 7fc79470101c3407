import { useQueryStates } from 'nuqs';
import { type ClosingFilters, filterParsers, noFilters } from './closing-filters.ts';

/** Filters and page of the dashboard, kept in the address. Any change of a filter leads back to page 1. */
export function useClosingFilters() {
  const [{ page, ...filters }, set] = useQueryStates(filterParsers);
  return {
    filters,
    page,
    change: (changed: Partial<ClosingFilters>) => void set({ ...changed, page: null }),
    reset: () => void set({ ...noFilters, page: null }),
    goTo: (next: number) => void set({ page: next === 1 ? null : next }),
  };
}

export type ClosingFiltersState = ReturnType<typeof useClosingFilters>;
