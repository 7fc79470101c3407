import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { zipRefreshRequested } from '@closingwire/contracts/catalog';
import { isPendingFor } from '../db/deliveries.ts';
import { longestHolder } from '../db/people.ts';
import { scheduleDelivery } from '../webhook/schedule-delivery.ts';

/** One webhook a ZIP, however many industries hold it; none while an earlier one is still on its way. */
export const onZipRefreshRequested = (clock: Clock) =>
  on(zipRefreshRequested, async ({ data: { zipCode } }, tx) => {
    if (await isPendingFor(tx, zipCode)) return;
    const userId = await longestHolder(tx, zipCode);
    if (userId) await scheduleDelivery(tx, { zipCode, userId, reason: 'refresh' }, clock());
  });
