import type { Subscription } from '@closingwire/contracts/billing-api';

type List = { zipCode: { zipCode: string }; agentCount: number; updatedAt: string };

/** A subscribed ZIP, with what is known of its list. `updatedAt` and `agentCount` are null while the first pull runs. */
export type ZipWithList = {
  subscription: Subscription;
  isReady: boolean;
  agentCount: number | null;
  updatedAt: string | null;
};

/** Pairs each subscription with its list; a ZIP without one is still updating. */
export function withLists(subscriptions: readonly Subscription[], lists: readonly List[]): ZipWithList[] {
  const byZip = new Map(lists.map(list => [list.zipCode.zipCode, list]));
  return subscriptions.map(subscription => {
    const list = byZip.get(subscription.zipCode.zipCode);
    const updatedAt = list?.updatedAt ?? subscription.lastUpdated;
    return { subscription, isReady: updatedAt !== null, agentCount: list?.agentCount ?? null, updatedAt };
  });
}
