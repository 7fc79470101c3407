import { closingSorts } from '@closingwire/contracts/closing-sorts';
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ClosingFilters, filterParsers } from './closing-filters.ts';

const orderParsers = {
  by: parseAsStringLiteral(closingSorts).withDefault('sold'),
  desc: parseAsBoolean,
};

/** High prices and new sales come first, other columns from A to Z. */
const beginsDescending = (by: string) => by === 'sold' || by === 'price';

/** Filters, order and page of the dashboard in the URL. A changed filter or order returns to page 1. */
export function useClosingFilters() {
  const [{ page, ...filters }, set] = useQueryStates(filterParsers);
  const [{ by, desc }, setOrder] = useQueryStates(orderParsers);
  const isDescending = desc ?? beginsDescending(by);
  return {
    filters,
    page,
    sorting: {
      by,
      isDescending,
      onSort: (name: string) => {
        const sort = closingSorts.find(each => each === name) ?? 'sold';
        const begin = beginsDescending(sort);
        const next = sort === by ? !isDescending : begin;
        void setOrder({ by: sort, desc: next === begin ? null : next });
        void set({ page: null });
      },
    },
    change: (changed: Partial<ClosingFilters>) => void set({ ...changed, page: null }),
    reset: () => void set(null),
    goTo: (next: number) => void set({ page: next === 1 ? null : next }),
  };
}

export type ClosingFiltersState = ReturnType<typeof useClosingFilters>;
