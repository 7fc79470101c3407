import { todaySorts } from '@closingwire/contracts/today';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';

const parsers = {
  sort: parseAsStringLiteral(todaySorts),
  q: parseAsString,
  todayPage: pageParser,
};

/** Sort, search and page of Today in the URL. A change returns to page 1. */
export function useTodayState() {
  const [{ sort, q, todayPage }, set] = useQueryStates(parsers);
  return {
    sort: sort ?? 'reason',
    search: q ?? '',
    page: todayPage,
    sortBy: (next: (typeof todaySorts)[number]) =>
      void set({ sort: next === 'reason' ? null : next, todayPage: null }),
    find: (text: string) => void set({ q: text || null, todayPage: null }),
    goTo: (page: number) => void set({ todayPage: page === 1 ? null : page }),
  };
}

export type TodayState = ReturnType<typeof useTodayState>;
