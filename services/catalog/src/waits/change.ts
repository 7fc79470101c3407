import type { Tx } from '@closingwire/chassis/pg';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import type { Viewer } from '../in-force.ts';
import { lockUser } from '../replicas.ts';
import { lockZip, lockZips } from '../zips/store.ts';
import { settleOffers } from './offers.ts';
import { requireMayWait } from './rules.ts';
import * as store from './store.ts';

/** The user with the industry under which they claim ZIPs. */
export const asWaiting = ({ id, industry }: Viewer): Viewer => ({ id, industry: claimIndustryOf(industry) });

/** Puts a user in line for a ZIP, or throws. If they wait already, changes nothing. */
export async function waitForZip(
  tx: Tx,
  viewer: Viewer,
  zipCode: string,
  now: Date,
): Promise<store.StoredWait> {
  const waiting = asWaiting(viewer);
  const user = await lockUser(tx, viewer.id);
  const zip = await lockZip(tx, zipCode);
  const standing = await store.standingOf(tx, waiting, zipCode, now);
  requireMayWait(user, { ...standing, zipCode, industry: waiting.industry, isOnSale: zip.isAvailable });
  await store.insertWait(tx, waiting, zipCode, now);
  // A wait in an earlier industry of the user may have had the offer there.
  await settleOffers(tx, [zip], now);
  const [wait] = await store.waitsOf(tx, waiting, now, zipCode);
  if (!wait) throw new Error(`Expected a wait for ${zipCode}, got none`);
  return wait;
}

/** Takes a user out of the line. If they had the offer, the next user gets one. */
export async function stopWaiting(tx: Tx, userId: string, zipCode: string, now: Date): Promise<void> {
  await lockUser(tx, userId);
  const zips = await lockZips(tx, [zipCode]);
  await store.deleteWait(tx, userId, zipCode);
  await settleOffers(tx, zips, now);
}
