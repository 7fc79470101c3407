import type { LeadList, Subscription } from '@closingwire/contracts/screen-api';

/** A subscribed ZIP with its list. `list` is null during the first pull and while lists are unknown. */
export type ZipWithList = {
  subscription: Subscription;
  list: LeadList | null;
  isReady: boolean;
  agentCount: number | null;
  updatedAt: string | null;
};

/**
 * Pairs subscriptions with their lists. A subscription without a list counts as updating. `lists` is undefined while
 * unknown.
 */
export function withLists(
  subscriptions: readonly Subscription[],
  lists: readonly LeadList[] | undefined,
): ZipWithList[] {
  const byZip = new Map(lists?.map(list => [list.zipCode.zipCode, list]));
  return subscriptions.map(subscription => {
    const list = byZip.get(subscription.zipCode.zipCode) ?? null;
    const updatedAt = list?.updatedAt ?? subscription.lastUpdated;
    const isReady = lists ? list !== null : updatedAt !== null;
    return { subscription, list, isReady, agentCount: list?.agentCount ?? null, updatedAt };
  });
}

/** The path of the agents page with exactly the rows that the list counts. */
export function pathOfList({ id, zipCode: zip, dateFrom, dateTo }: LeadList): string {
  const days = dateFrom && dateTo ? { range: 'custom', from: dateFrom, to: dateTo } : { range: 'last7days' };
  const query = new URLSearchParams({ leadListId: id, ...days });
  return `/agents/${zip.zipCode}?${query}`;
}
