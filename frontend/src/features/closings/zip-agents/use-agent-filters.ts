import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { DEFAULT_RANGE, type SaleDates, saleDateRanges } from './sale-dates.ts';

const parsers = {
  range: parseAsStringLiteral(saleDateRanges).withDefault(DEFAULT_RANGE),
  from: parseAsString,
  to: parseAsString,
  search: parseAsString.withDefault(''),
  leadListId: parseAsString,
  page: parseAsInteger.withDefault(1),
};

/** Filters and page of the agents page, kept in the address. A changed filter leads back to page 1. */
export function useAgentFilters() {
  const [state, set] = useQueryStates(parsers);
  return {
    ...state,
    changeDates: (dates: Partial<SaleDates>) => void set({ ...dates, page: null }),
    changeSearch: (search: string) => void set({ search: search || null, page: null }),
    reset: () => void set({ range: null, from: null, to: null, page: null }),
    goTo: (page: number) => void set({ page: page === 1 ? null : page }),
  };
}
