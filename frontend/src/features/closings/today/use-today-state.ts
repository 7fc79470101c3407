import { type TodaySort, todaySorts } from '@closingwire/contracts/today-names';
import type { View } from '@closingwire/contracts/views';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';

const parsers = {
  show: parseAsStringLiteral(['history', 'watched']),
  view: parseAsString,
  sort: parseAsStringLiteral(todaySorts),
  q: parseAsString,
  in: parseAsArrayOf(parseAsString),
  todayPage: pageParser,
};

/** Which agents Today lists, and in which order. */
export type Choice = { sort: TodaySort; search: string; zips: readonly string[] };

export const everyone: Choice = { sort: 'reason', search: '', zips: [] };

/**
 * The URL says what Today shows: the history, the watched agents, a view by its name, or a choice of its own. Without any of them it is the
 * start view. A change returns to page 1.
 */
export function useTodayState(views: readonly View[]) {
  const [params, set] = useQueryStates(parsers);
  const isWatchList = params.show === 'watched';
  const isChosen = isWatchList || params.sort !== null || params.q !== null || params.in !== null;
  const view = isChosen
    ? undefined
    : views.find(each => (params.view === null ? each.isStart : each.name === params.view));
  const choice: Choice = view ?? {
    sort: params.sort ?? everyone.sort,
    search: params.q ?? everyone.search,
    zips: params.in ?? everyone.zips,
  };
  return {
    choice,
    view,
    page: params.todayPage,
    isWatchList,
    isHistory: params.show === 'history',
    /** The sort is always written: a URL without any choice shows the start view. */
    choose: (changed: Partial<Choice>) => {
      const { sort, search, zips } = { ...choice, ...changed };
      void set({
        ...{ show: isWatchList ? 'watched' : null, view: null, todayPage: null },
        ...{ sort, q: search || null, in: zips.length > 0 ? [...zips] : null },
      });
    },
    openView: ({ name }: View) =>
      void set({ show: null, view: name, sort: null, q: null, in: null, todayPage: null }),
    openToCall: () =>
      void set({ show: null, view: null, sort: everyone.sort, q: null, in: null, todayPage: null }),
    openWatched: () =>
      void set({ show: 'watched', view: null, sort: null, q: null, in: null, todayPage: null }),
    openHistory: () =>
      void set({ show: 'history', view: null, sort: null, q: null, in: null, todayPage: null }),
    showMore: () => void set({ todayPage: params.todayPage + 1 }),
    goTo: (page: number) => void set({ todayPage: page === 1 ? null : page }),
  };
}

export type TodayState = ReturnType<typeof useTodayState>;
