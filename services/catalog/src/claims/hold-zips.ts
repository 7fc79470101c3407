import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { Claim as ClaimedZip } from '@closingwire/contracts/catalog';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { extendHolds, insertHolds, releaseClaims, standingClaims } from '../db/claims.ts';
import { lockZips } from '../db/zips.ts';
import { decideHolds, type Hold } from '../domain/hold.ts';
import { zipTaken } from '../domain/zip-taken.ts';

export type HoldOrder = {
  intentId: string;
  userId: string;
  industry: string;
  zipCodes: string[];
  heldUntil: Date;
};

/** Holds all ZIPs of an order, or throws `zip_taken` and holds none. */
export async function holdZips(tx: Tx, asked: HoldOrder, now: Date): Promise<ClaimedZip[]> {
  const zipCodes = [...new Set(asked.zipCodes)];
  const order = { ...asked, zipCodes, industry: claimIndustryOf(asked.industry) };
  const zips = await lockZips(tx, zipCodes);
  const standing = await standingClaims(tx, order.industry, zipCodes);
  const decision = decideHolds(order, zips, standing, now);
  if ('taken' in decision) throw zipTaken(decision.taken);

  const claimIdOf = await saveHolds(tx, decision.holds, order, now);
  return zips.map(({ zipCode, city, state }) => {
    return { claimId: claimIdOf.get(zipCode) ?? '', zipCode, city, state };
  });
}

async function saveHolds(tx: Tx, holds: Hold[], order: HoldOrder, now: Date): Promise<Map<string, string>> {
  const named = holds.map(hold => ({ ...hold, claimId: hold.claimId ?? newId() }));
  const ofKind = (change: Hold['change']) => named.filter(hold => hold.change === change);
  await releaseClaims(
    tx,
    named.flatMap(hold => hold.ended ?? []),
    now,
  );
  await insertHolds(tx, ofKind('new'), order, now);
  await extendHolds(
    tx,
    ofKind('extend').map(hold => hold.claimId),
    order,
    now,
  );
  return new Map(named.map(hold => [hold.zipCode, hold.claimId]));
}
