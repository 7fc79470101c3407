import type { BookEntry, BookKind } from '@closingwire/contracts/books';
import type { BookClaim } from '@closingwire/contracts/catalog';
import type { BatchTotals } from '@closingwire/contracts/ingestion';

/** A difference between two sides. `subject` is the id of the account, claim, delivery or subscription. */
export type Difference = { kind: BookKind; subject: string; accountId: string | null; seen: BookEntry[] };

/** A subscription at the provider that charges now or after its trial. */
export type LiveSubscription = {
  id: string;
  customerId: string;
  quantity: number;
  /** The account id in the subscription's metadata. */
  accountId: string | null;
};

/** The facts of billing and the provider about one account. */
export type AccountBooks = {
  accountId: string;
  isDeleted: boolean;
  /** The ZIPs that are paid or on trial; the provider charges for them. */
  billableZipCodes: ReadonlySet<string>;
  paidZipCodes: ReadonlySet<string>;
  hasCheckout: boolean;
  live: readonly Pick<LiveSubscription, 'id' | 'quantity'>[];
};

const listed = (words: Iterable<string>) => [...words].join(', ') || 'none';
const counted = (zipCodes: ReadonlySet<string>) => `${zipCodes.size} (${listed(zipCodes)})`;
const atProvider = (live: AccountBooks['live']): BookEntry => ({
  side: 'provider',
  text: `live subscriptions: ${listed(live.map(({ id, quantity }) => `${id} for ${quantity}`))}`,
});
const inBilling = (text: string): BookEntry => ({ side: 'billing', text });

/** Finds differences between billing and the provider, and anything left of a deleted account. */
export function compareAccount(account: AccountBooks): Difference[] {
  const { accountId, isDeleted, billableZipCodes, paidZipCodes, hasCheckout, live } = account;
  const differs = (kind: BookKind, ...seen: BookEntry[]): Difference => {
    return { kind, subject: accountId, accountId, seen };
  };
  if (isDeleted) {
    const deleted = inBilling('the account is deleted');
    return [
      ...(live.length > 0 ? [differs('deleted-subscription', deleted, atProvider(live))] : []),
      ...(hasCheckout ? [differs('deleted-checkout', deleted, inBilling('a checkout is open'))] : []),
    ];
  }
  const zips = inBilling(`ZIPs to pay for: ${counted(billableZipCodes)}`);
  if (live.length > 1) return [differs('two-subscriptions', zips, atProvider(live))];
  if (live[0] && live[0].quantity !== billableZipCodes.size) {
    return [differs('wrong-quantity', zips, atProvider(live))];
  }
  if (live.length === 0 && paidZipCodes.size > 0) {
    const paid = inBilling(`paid ZIPs: ${counted(paidZipCodes)}`);
    return [differs('paid-without-subscription', paid, atProvider(live))];
  }
  return [];
}

/** Returns the difference of a live subscription whose metadata names an account with another customer, or none. */
export const strayOf = ({ id, customerId, quantity, accountId }: LiveSubscription): Difference => ({
  kind: 'stray-subscription',
  subject: id,
  accountId,
  seen: [
    inBilling('the account has another customer, or none'),
    { side: 'provider', text: `${id} for ${quantity} of ${customerId}` },
  ],
});

/** An active subscription of billing. */
export type BookSubscription = {
  claimId: string;
  zipCode: string;
  accountId: string;
  isDeleted: boolean;
};

/** The accounts of users with claims, by user id. */
export type Holders = ReadonlyMap<string, { isDeleted: boolean }>;

function compareUnused({ claimId, zipCode, userId }: BookClaim, holders: Holders): Difference {
  const seen: BookEntry[] = [{ side: 'catalog', text: `${zipCode} is claimed` }];
  const differs = (kind: BookKind, text: string) => {
    return { kind, subject: claimId, accountId: userId, seen: [...seen, inBilling(text)] };
  };
  const holder = holders.get(userId);
  if (!holder) return differs('claim-of-unknown-account', 'no such account');
  if (holder.isDeleted) return differs('deleted-claim', 'the account is deleted');
  return differs('claim-without-subscription', 'no active subscription');
}

function compareUsed(claim: BookClaim, subscription: BookSubscription): Difference[] {
  const { claimId, accountId, zipCode } = subscription;
  if (claim.userId === accountId && claim.zipCode === zipCode) return [];
  const seen: BookEntry[] = [
    inBilling(`${zipCode} for account ${accountId}`),
    { side: 'catalog', text: `${claim.zipCode} for user ${claim.userId}` },
  ];
  return [{ kind: 'claim-differs', subject: claimId, accountId, seen }];
}

/** Compares the confirmed claims of catalog with the active subscriptions of billing. */
export function compareClaims(
  claims: readonly BookClaim[],
  subscriptions: readonly BookSubscription[],
  holders: Holders,
): Difference[] {
  const ofClaim = new Map(subscriptions.map(subscription => [subscription.claimId, subscription]));
  const claimed = new Set(claims.map(({ claimId }) => claimId));
  const fromCatalog = claims.flatMap(claim => {
    const subscription = ofClaim.get(claim.claimId);
    return subscription ? compareUsed(claim, subscription) : compareUnused(claim, holders);
  });
  return [...fromCatalog, ...subscriptions.flatMap(each => compareSubscription(each, claimed))];
}

function compareSubscription(subscription: BookSubscription, claimed: ReadonlySet<string>): Difference[] {
  const { claimId, accountId, zipCode, isDeleted } = subscription;
  const differs = (kind: BookKind, ...seen: BookEntry[]) => [{ kind, subject: claimId, accountId, seen }];
  const active = inBilling(`${zipCode} is active`);
  if (isDeleted) return differs('deleted-zip', active, inBilling('the account is deleted'));
  if (claimed.has(claimId)) return [];
  return differs('subscription-without-claim', active, { side: 'catalog', text: 'no confirmed claim' });
}

/** A credit of billing, and the amounts in cents that the provider has for it. */
export type BookCredit = {
  creditId: string;
  accountId: string;
  state: 'requested' | 'owed' | 'given' | 'nothing';
  cents: number;
  given: readonly number[];
};

/** The provider must have a given credit once, and no other. */
export function compareCredit({ creditId, accountId, state, cents, given }: BookCredit): Difference[] {
  const expected = state === 'nothing' ? [] : [cents];
  const isSame = given.length === expected.length && given.every((each, at) => each === expected[at]);
  if (isSame && state !== 'requested' && state !== 'owed') return [];
  const seen: BookEntry[] = [
    inBilling(`credit of ${cents} cents, ${state}`),
    { side: 'provider', text: `credits in cents: ${listed(given.map(String))}` },
  ];
  return [{ kind: 'credit-differs', subject: creditId, accountId, seen }];
}

/** Every accepted row of a delivery must be stored or opted out. */
export function compareBatch({
  batchId,
  state,
  accepted,
  rejected,
  stored,
  optedOut,
}: BatchTotals): Difference[] {
  if (accepted + rejected === stored + rejected + optedOut) return [];
  const promised = `${accepted} rows accepted, ${rejected} rejected`;
  const found = `${stored} stored, ${optedOut} opted out; the delivery is ${state}`;
  const seen: BookEntry[] = [
    { side: 'leads', text: promised },
    { side: 'leads', text: found },
  ];
  return [{ kind: 'rows-missing', subject: batchId, accountId: null, seen }];
}
