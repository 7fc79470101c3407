import { once } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import type { Log } from '@closingwire/chassis/log';
import { publish } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import * as billing from '@closingwire/contracts/billing';
import { type ClaimedZip, zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { lockUser, subscriptions } from '../replicas.ts';
import { settleOffers } from '../waits/offers.ts';
import { deleteWait, deleteWaitsOf, offeredToOthers, waitedZipsOf } from '../waits/store.ts';
import { scheduleDelivery } from '../webhook/schedule.ts';
import { lockZip, lockZips, type ZipRow } from '../zips/store.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const eventOf = (claim: rules.Claim, { city, state }: ZipRow, now: Date) => ({
  zipCode: claim.zipCode,
  city,
  state,
  version: claim.version,
  claimId: claim.id,
  userId: claim.userId,
  industry: claim.industry,
  assignedBy: claim.assignedBy,
  at: now.toISOString(),
});

type Release = { releasedBy?: 'admin' };

const publishReleased = (
  tx: Tx,
  claim: rules.Claim,
  zip: ZipRow,
  now: Date,
  release: Release = {},
): Promise<void> => publish(tx, zipReleased, { ...eventOf(claim, zip, now), ...release });

/**
 * Releases claims on ZIPs whose locks the caller holds. Publishes only the end of confirmed claims: holds were never
 * published.
 */
export async function endClaims(
  tx: Tx,
  claims: readonly rules.Claim[],
  zips: readonly ZipRow[],
  now: Date,
  release: Release = {},
): Promise<void> {
  const zipOf = new Map(zips.map(zip => [zip.zipCode, zip]));
  const wasConfirmed = new Set(claims.filter(({ state }) => state === 'confirmed').map(({ id }) => id));
  const ids = claims.map(({ id }) => id);
  for (const released of await store.releaseClaims(tx, ids, now)) {
    const zip = zipOf.get(released.zipCode);
    if (zip && wasConfirmed.has(released.id)) await publishReleased(tx, released, zip, now, release);
  }
}

/**
 * Confirms a claim in place of `ended`, publishes it and schedules the webhook. The user no longer waits for the ZIP, and an
 * offer to another user ends.
 */
export async function assign(
  tx: Tx,
  claim: store.NewClaim,
  { ended, ...zip }: ZipRow & { ended: rules.Claim | null },
  now: Date,
): Promise<void> {
  if (ended) await endClaims(tx, [ended], [zip], now);
  const confirmed = await store.confirmClaim(tx, claim, now);
  await publish(tx, zipAssigned, eventOf(confirmed, zip, now));
  await scheduleDelivery(tx, { zipCode: claim.zipCode, userId: claim.userId, reason: 'assigned' }, now);
  await deleteWait(tx, claim.userId, claim.zipCode);
  await settleOffers(tx, [zip], now);
}

/**
 * Confirms or refuses the claim of a new subscription, or stores the subscription in a confirmed claim ('bind'), as
 * `decideConfirmation` decides.
 */
async function confirmFor(tx: Tx, subscription: billing.SubscriptionState, now: Date): Promise<void> {
  const { zipCode, claimId } = subscription;
  const industry = claimIndustryOf(subscription.industry);
  const user = await lockUser(tx, subscription.accountId);
  const zip = await lockZip(tx, zipCode);
  const [current] = await store.currentClaims(tx, industry, [zipCode]);
  const decision = rules.decideConfirmation(user, subscription, current, now);
  const claim: store.NewClaim = {
    id: claimId,
    zipCode,
    industry,
    userId: subscription.accountId,
    assignedBy: 'subscription',
    subscriptionId: subscription.id,
  };
  switch (decision.outcome) {
    case 'nothing':
      return;
    case 'bind':
      return store.bindSubscription(tx, claimId, subscription.id);
    case 'assign':
      return assign(tx, claim, { ...zip, ended: decision.ended }, now);
    case 'refuse':
      return publishReleased(tx, await store.refuseClaim(tx, claim, now), zip, now);
  }
}

export type HoldOrder = store.HoldTerms & { zipCodes: string[] };

/** Holds all ZIPs of an order, or throws and holds none. */
export async function holdZips(tx: Tx, asked: HoldOrder, now: Date): Promise<ClaimedZip[]> {
  const zipCodes = [...new Set(asked.zipCodes)];
  const order = { ...asked, zipCodes, industry: claimIndustryOf(asked.industry) };
  const user = await lockUser(tx, order.userId);
  const zips = await lockZips(tx, zipCodes);
  const current = await store.currentClaims(tx, order.industry, zipCodes);
  const offered = await offeredToOthers(tx, { id: order.userId, industry: order.industry }, zipCodes, now);
  const forSale = zips.map(zip => ({ ...zip, isOffered: offered.has(zip.zipCode) }));
  const decision = rules.decideHolds(user, order, forSale, current, now);
  if ('refused' in decision) throw rules.refusedFor(decision.refused);
  if ('taken' in decision) throw rules.zipTaken(decision.taken);

  const ended = decision.holds.flatMap(hold => hold.ended ?? []);
  await endClaims(tx, ended, zips, now);
  const claimIdOf = await saveHolds(tx, decision.holds, order, now);
  return zips.map(({ zipCode, city, state }) => {
    return { claimId: claimIdOf.get(zipCode) ?? '', zipCode, city, state };
  });
}

async function saveHolds(
  tx: Tx,
  holds: rules.HoldChange[],
  order: HoldOrder,
  now: Date,
): Promise<Map<string, string>> {
  const named = holds.map(hold => ({ ...hold, claimId: hold.claimId ?? newId() }));
  const ofKind = (change: rules.HoldChange['change']) => named.filter(hold => hold.change === change);
  await store.insertHolds(tx, ofKind('new'), order, now);
  await store.extendHolds(
    tx,
    ofKind('extend').map(hold => hold.claimId),
    order,
    now,
  );
  return new Map(named.map(hold => [hold.zipCode, hold.claimId]));
}

/** Ends the claim of a canceled subscription. */
async function releaseFor(tx: Tx, subscription: billing.SubscriptionState, now: Date): Promise<void> {
  await lockUser(tx, subscription.accountId);
  const zip = await lockZip(tx, subscription.zipCode);
  const claim = await store.findClaim(tx, subscription.claimId);
  if (!claim || !rules.endsClaim(subscription.id, claim)) return;
  for (const released of await store.releaseClaims(tx, [claim.id], now)) {
    await publishReleased(tx, released, zip, now);
  }
  await settleOffers(tx, [zip], now);
}

export const claimHandlers = (clock: Clock) => [
  once(billing.subscriptionCreated, async ({ data: subscription }, tx) => {
    if (await subscriptions.upsertIfNewer(tx, subscription)) await confirmFor(tx, subscription, clock());
  }),
  once(billing.subscriptionCancelled, async ({ data: subscription }, tx) => {
    if (await subscriptions.upsertIfNewer(tx, subscription)) await releaseFor(tx, subscription, clock());
  }),
];

/** Ends a confirmed claim that no subscription uses, unless it changed after `version` was read. */
export async function releaseUnpaid(
  tx: Tx,
  { claimId, version }: { claimId: string; version: number },
  now: Date,
): Promise<void> {
  const found = await store.findClaim(tx, claimId);
  if (!found) return;
  await lockUser(tx, found.userId);
  const zip = await lockZip(tx, found.zipCode);
  const claim = await store.findClaim(tx, claimId);
  if (claim?.state !== 'confirmed' || claim.version !== version) return;
  for (const released of await store.releaseClaims(tx, [claimId], now)) {
    await publishReleased(tx, released, zip, now);
  }
  await settleOffers(tx, [zip], now);
}

const zipCodesOf = (claims: readonly rules.Claim[]): string[] => claims.map(({ zipCode }) => zipCode);

/** Ends all claims and waits of a user whose lock the caller holds. */
export async function releaseAllOf(tx: Tx, userId: string, now: Date): Promise<void> {
  const current = await store.currentClaimsOf(tx, userId);
  // Locks the ZIPs of both at once: locks of two statements are not in one order.
  const zips = await lockZips(tx, [...zipCodesOf(current), ...(await waitedZipsOf(tx, userId))]);
  await endClaims(tx, current, zips, now);
  await deleteWaitsOf(tx, userId);
  await settleOffers(tx, zips, now);
}

/** Ends the user's claims that the user's deletion or a canceled subscription should have ended. Returns their number. */
async function releaseStraysOf(tx: Tx, userId: string, now: Date): Promise<number> {
  await lockUser(tx, userId);
  const strays = await store.straysOf(tx, userId);
  const zips = await lockZips(tx, zipCodesOf(strays));
  await endClaims(tx, strays, zips, now);
  await settleOffers(tx, zips, now);
  return strays.length;
}

/**
 * Releases claims of deleted users and of canceled subscriptions. A failure for one user does not stop the others; the job
 * then fails and is retried.
 */
export async function releaseStrays({ pg, log, clock }: { pg: Pg; log: Log; clock: Clock }): Promise<void> {
  const failures: unknown[] = [];
  for (const userId of await store.ownersOfStrays(pg)) {
    await pg
      .transaction(tx => releaseStraysOf(tx, userId, clock()))
      .then(
        count => log.warn({ userId, count }, 'stray claims released'),
        error => failures.push(error),
      );
  }
  if (failures.length > 0) throw failures[0];
}
