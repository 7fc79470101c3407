import type { Tx } from '@closingwire/chassis/pg';
import { lockUser } from '../replicas.ts';
import { settleOffers } from '../waits/offers.ts';
import { lockZip } from '../zips/store.ts';
import { endClaims } from './change.ts';
import { currentClaimsOf } from './store.ts';

/**
 * Takes a ZIP from a user. Billing ends the subscription when it receives `zip.released`. If the user does not have the
 * ZIP, changes nothing; a hold of an open order stays.
 */
export async function unassignByAdmin(
  tx: Tx,
  { userId, zipCodeId: zipCode }: { userId: string; zipCodeId: string },
  now: Date,
): Promise<{ message: string }> {
  await lockUser(tx, userId);
  const zip = await lockZip(tx, zipCode);
  const claims = (await currentClaimsOf(tx, userId)).filter(
    claim => claim.zipCode === zipCode && claim.state === 'confirmed',
  );
  await endClaims(tx, claims, [zip], now, { releasedBy: 'admin' });
  await settleOffers(tx, [zip], now);
  return { message: `The user does not have ZIP code ${zipCode}` };
}
