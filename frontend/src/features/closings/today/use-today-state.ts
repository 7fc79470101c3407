import {
  type OutcomeKind,
  outcomeKinds,
  type TodaySide,
  type TodaySort,
  todaySides,
  todaySorts,
} from '@closingwire/contracts/today-names';
import type { View } from '@closingwire/contracts/views';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';

const parsers = {
  show: parseAsStringLiteral(['history', 'watched', 'follow-ups']),
  view: parseAsString,
  sort: parseAsStringLiteral(todaySorts),
  q: parseAsString,
  in: parseAsArrayOf(parseAsString),
  side: parseAsStringLiteral(todaySides),
  outcome: parseAsStringLiteral(outcomeKinds),
  todayPage: pageParser,
};

/** Which agents Today lists, and in which order. */
export type Choice = { sort: TodaySort; search: string; zips: readonly string[]; side: TodaySide | null };

export const everyone: Choice = { sort: 'reason', search: '', zips: [], side: null };

const noChoice = { sort: null, q: null, in: null, side: null, outcome: null };

/**
 * The URL says what Today shows: the history, the watched agents, the follow-ups, a view by its name, or a choice of its
 * own. Without any of them it is the start view. A change returns to page 1.
 */
export function useTodayState(views: readonly View[]) {
  const [params, set] = useQueryStates(parsers);
  /** A list of its own: Back returns to the one before. */
  const openList = (changed: Partial<typeof params>) =>
    void set({ ...noChoice, show: null, view: null, todayPage: null, ...changed }, { history: 'push' });
  const list = params.show === 'history' ? null : params.show;
  const isChosen =
    list !== null || [params.sort, params.q, params.in, params.side].some(param => param !== null);
  const view = isChosen
    ? undefined
    : views.find(each => (params.view === null ? each.isStart : each.name === params.view));
  const choice: Choice = view ?? {
    sort: params.sort ?? everyone.sort,
    search: params.q ?? everyone.search,
    zips: params.in ?? everyone.zips,
    side: params.side,
  };
  return {
    choice,
    view,
    /** The name of a view that is none of these. */
    goneView: isChosen || view || params.show ? null : params.view,
    page: params.todayPage,
    /** Agents of their own list; null for those to call. */
    list,
    isHistory: params.show === 'history',
    /** The history lists only agents who are marked so now; null for all. */
    outcome: params.outcome,
    openOutcomes: (outcome: OutcomeKind | null) => void set({ outcome, todayPage: null }),
    /** The sort is always written: a URL without any choice shows the start view. */
    choose: (changed: Partial<Choice>) => {
      const { sort, search, zips, side } = { ...choice, ...changed };
      void set({
        ...{ show: list, view: null, todayPage: null },
        ...{ sort, q: search || null, in: zips.length > 0 ? [...zips] : null, side },
      });
    },
    openView: ({ name }: View) => openList({ view: name }),
    openToCall: () => openList({ sort: everyone.sort }),
    open: (show: 'history' | 'watched' | 'follow-ups') => openList({ show }),
    showMore: () => void set({ todayPage: params.todayPage + 1 }),
    goTo: (page: number) => void set({ todayPage: page === 1 ? null : page }),
  };
}

export type TodayState = ReturnType<typeof useTodayState>;
