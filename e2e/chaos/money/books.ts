import { claimIndustryOf } from '@closingwire/contracts/reference';
import type { ProviderSubscription } from './provider.ts';

/** Kinds of disagreement between the records of a history. */
export type DifferenceKind =
  | 'two-live-subscriptions'
  | 'wrong-quantity'
  | 'unpaid-zips'
  | 'card-without-subscription'
  | 'claims-differ'
  | 'leads-differ'
  | 'belongs-to-deleted'
  | 'quote-differs'
  | 'overcharged'
  | 'replies-differ'
  | 'false-success'
  | 'started-after-ending'
  | 'broken-reply'
  | 'no-rest';

export type Difference = { kind: DifferenceKind; text: string; user?: number };

export type BilledZip = { zip: string; industry: string; kind: 'trial' | 'paid' | 'granted' };
export type ClaimedZip = { zip: string; industry: string; state: 'held' | 'confirmed' };

/** A user's records in each service and at the provider, read when no job or event is pending. */
export type UserRecords = {
  index: number;
  status: 'active' | 'suspended' | 'deleted';
  zips: BilledZip[];
  claims: ClaimedZip[];
  /** ZIPs whose leads the user may read, according to leads. */
  readable: string[];
  subscriptions: ProviderSubscription[];
  /** Last digits of the cards on file. */
  cards: string[];
  endedWith: ReadonlySet<string> | undefined;
  hasEverEnded: boolean;
  hasBadCard: boolean;
};

const liveStatuses = new Set(['trialing', 'active', 'past_due']);
export const isLive = ({ status }: ProviderSubscription): boolean => liveStatuses.has(status);
const quantityOf = ({ items }: ProviderSubscription) => items.data[0]?.quantity ?? 0;
const shown = (values: Iterable<string>) => [...values].toSorted().join(', ') || 'none';

type Check = (user: UserRecords) => Difference[];

const difference = (kind: DifferenceKind, { index }: UserRecords, text: string): Difference[] => [
  { kind, text: `user ${index}: ${text}`, user: index },
];

const oneLiveSubscription: Check = user => {
  const live = user.subscriptions.filter(isLive);
  if (live.length < 2) return [];
  const texts = live.map(subscription => `${subscription.id} (${quantityOf(subscription)} ZIPs)`);
  return difference('two-live-subscriptions', user, texts.join(' and '));
};

const billable = ({ zips }: UserRecords) => zips.filter(({ kind }) => kind !== 'granted');

const rightQuantity: Check = user => {
  const [live, ...more] = user.subscriptions.filter(isLive);
  if (!live || more.length > 0 || user.status === 'deleted') return [];
  const wanted = new Set(billable(user).map(({ zip }) => zip)).size;
  if (quantityOf(live) === wanted) return [];
  const text = `the provider charges for ${quantityOf(live)} ZIPs, the account has ${wanted}`;
  return difference('wrong-quantity', user, text);
};

const paidZipsArePaid: Check = user => {
  const paid = user.zips.filter(({ kind }) => kind === 'paid').map(({ zip }) => zip);
  if (paid.length === 0 || user.subscriptions.some(isLive)) return [];
  return difference('unpaid-zips', user, `${shown(paid)} count as paid without a subscription`);
};

/**
 * Finds a user with billable ZIPs and a card whom the provider does not charge. Exempt are users who ended their
 * subscription or have a declined card: billing charges them only on request.
 */
const cardPays: Check = user => {
  const isLeftAlone = user.hasEverEnded || user.hasBadCard || user.status !== 'active';
  if (isLeftAlone || user.cards.length === 0 || user.subscriptions.some(isLive)) return [];
  const zips = billable(user).map(({ zip }) => zip);
  if (zips.length === 0) return [];
  const text = `${shown(zips)} are billable, card ${user.cards[0]} is on file, and nothing is charged`;
  return difference('card-without-subscription', user, text);
};

const claimsAreSubscriptions: Check = user => {
  const key = (zip: string, industry: string) => `${zip} ${claimIndustryOf(industry)}`;
  const claimed = new Set(
    user.claims.filter(({ state }) => state === 'confirmed').map(({ zip, industry }) => key(zip, industry)),
  );
  const received = new Set(user.zips.map(({ zip, industry }) => key(zip, industry)));
  if (shown(claimed) === shown(received)) return [];
  const text = `catalog has ${shown(claimed)}; billing has ${shown(received)}`;
  return difference('claims-differ', user, text);
};

const leadsFollow: Check = user => {
  const received = new Set(user.zips.map(({ zip }) => zip));
  if (shown(received) === shown(new Set(user.readable))) return [];
  const text = `leads has ${shown(user.readable)}; billing has ${shown(received)}`;
  return difference('leads-differ', user, text);
};

const deletedHasNothing: Check = user => {
  if (user.status !== 'deleted') return [];
  const left = [
    ...user.claims.map(({ zip, state }) => `${state} claim of ${zip}`),
    ...user.zips.map(({ zip }) => `subscription to ${zip}`),
    ...user.subscriptions.filter(isLive).map(({ id, status }) => `${status} ${id} at the provider`),
  ];
  return left.length === 0 ? [] : difference('belongs-to-deleted', user, `is deleted and has ${shown(left)}`);
};

const endedStaysEnded: Check = user => {
  const fresh = user.subscriptions.filter(
    subscription => isLive(subscription) && user.endedWith?.has(subscription.id) === false,
  );
  return fresh.flatMap(({ id }) =>
    difference('started-after-ending', user, `${id} began although the user had ended the subscription`),
  );
};

const checks = [
  oneLiveSubscription,
  rightQuantity,
  paidZipsArePaid,
  cardPays,
  claimsAreSubscriptions,
  leadsFollow,
  deletedHasNothing,
  endedStaysEnded,
];

/** Compares the records of billing, catalog, leads and the provider about a history's users. */
export const compareBooks = (users: readonly UserRecords[]): Difference[] =>
  users.flatMap(user => checks.flatMap(check => check(user)));
