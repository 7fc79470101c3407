/* Without schemas, so that the front end's first screen loads none. */

export const outcomeKinds = ['called', 'voicemail', 'met', 'not-interested', 'do-not-call'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** Which agents Today lists: with a closing of the week or a due follow-up, the watched ones, or all follow-ups. */
export const todayShows = ['to-call', 'watched', 'follow-ups'] as const;

export type TodayShow = (typeof todayShows)[number];

export const todaySorts = ['reason', 'newest', 'deals', 'total', 'name', 'brokerage'] as const;
export type TodaySort = (typeof todaySorts)[number];

export const todaySides = ['buyer', 'seller'] as const;
export type TodaySide = (typeof todaySides)[number];
