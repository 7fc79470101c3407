import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { zipOffered } from '@closingwire/contracts/zip-waits';
import { lockZips, type ZipRow } from '../zips/store.ts';
import { offerEnd } from './rules.ts';
import * as store from './store.ts';

/**
 * Makes the offers of ZIPs agree with their claims. The caller holds the locks of the ZIPs. Ends offers that ran out
 * or that their users cannot use, offers free ZIPs to the first users in line, and publishes each new offer.
 */
export async function settleOffers(tx: Tx, zips: readonly ZipRow[], now: Date): Promise<void> {
  const zipOf = new Map(zips.map(zip => [zip.zipCode, zip]));
  const zipCodes = [...zipOf.keys()];
  if (!(await store.hasWaits(tx, zipCodes))) return;
  await store.deleteRunOut(tx, zipCodes, now);
  await store.withdrawOffers(tx, zipCodes, now);
  const endsAt = offerEnd(now);
  for (const offer of await store.offerToFirst(tx, zipCodes, { now, endsAt })) {
    const zip = zipOf.get(offer.zipCode);
    if (!zip) continue;
    const { city, state } = zip;
    await publish(tx, zipOffered, {
      ...offer,
      ...{ id: newId(), version: 1, city, state, endsAt: endsAt.toISOString() },
    });
  }
}

/** ZIPs of one transaction: few enough that others do not wait long for their locks. */
const CHUNK = 100;

/**
 * Settles all offers that have to change: after a day, when a hold ran out, and after changes of users and ZIPs. Decides
 * again under the locks, so several processes may run it at once.
 */
export async function settleAllOffers({ pg, clock }: { pg: Pg; clock: Clock }): Promise<void> {
  let after = '';
  for (;;) {
    const zipCodes = await store.zipsToSettle(pg, { after, limit: CHUNK }, clock());
    const last = zipCodes.at(-1);
    if (last === undefined) return;
    await pg.transaction(async tx => settleOffers(tx, await lockZips(tx, zipCodes), clock()));
    after = last;
  }
}
