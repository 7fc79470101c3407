import { closingSorts } from '@closingwire/contracts/closing-sorts';
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useViews } from '../today/queries.ts';
import { type ClosingFilters, filterParsers, toQuery } from './closing-filters.ts';

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
  const saved = useViews();
  const view = filters.of ? saved.data?.views.find(({ name }) => name === filters.of) : undefined;
  const isDescending = desc ?? beginsDescending(by);
  return {
    filters,
    /** The filters for the server, with those of the view. */
    query: toQuery(filters, view),
    /** False while the view of the URL is not known: its closings are not those of all ZIPs. */
    isKnown: !filters.of || view !== undefined,
    /** Whether there is no such view, or the views could not be read. */
    isGone: filters.of !== null && !view && !saved.isPending,
    view,
    views: saved.data?.views,
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
    /** One ZIP, several and a view replace each other. */
    change: (changed: Partial<ClosingFilters>) => {
      const chosen = changed.zipCode !== undefined || changed.zips !== undefined || changed.of !== undefined;
      void set({ ...(chosen && { zipCode: null, zips: null, of: null }), ...changed, page: null });
    },
    reset: () => void set(null),
    goTo: (next: number) => void set({ page: next === 1 ? null : next }),
  };
}

export type ClosingFiltersState = ReturnType<typeof useClosingFilters>;
