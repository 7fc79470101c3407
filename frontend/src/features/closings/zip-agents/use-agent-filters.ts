import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import { DEFAULT_RANGE, type SaleDates, saleDateRanges } from './sale-dates.ts';

const parsers = {
  range: parseAsStringLiteral(saleDateRanges),
  from: parseAsString,
  to: parseAsString,
  search: parseAsString.withDefault(''),
  leadListId: parseAsString,
  page: pageParser,
};

/**
 * Filters and page of the agents page in the URL. A changed filter returns to page 1. Other dates drop the list from
 * the URL, which has its own days.
 */
export function useAgentFilters() {
  const [{ range: given, ...state }, set] = useQueryStates(parsers);
  const range = given ?? (state.leadListId ? 'custom' : DEFAULT_RANGE);
  return {
    ...state,
    range,
    changeDates: (dates: Partial<SaleDates>) => {
      const next = dates.range ?? range;
      void set({ ...dates, range: next === DEFAULT_RANGE ? null : next, leadListId: null, page: null });
    },
    changeSearch: (search: string) => void set({ search: search || null, page: null }),
    reset: () => void set({ range: null, from: null, to: null, leadListId: null, page: null }),
    goTo: (page: number) => void set({ page: page === 1 ? null : page }),
  };
}
