import { AppError } from '@closingwire/chassis/app-error';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import { optOut, ownerOfToken } from './db/opt-outs.ts';
import { maskedAddress } from './domain/masked-address.ts';

/** Stops the notices to whoever has this link, and informs auth, where their settings are. Twice is once. */
export async function declineNotices(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ email: string; wasOff: boolean }> {
  const owner = await ownerOfToken(tx, token);
  if (!owner) throw new AppError('missing', 'token_unknown', 'This unsubscribe link is not valid');
  const { id, wantsNotices } = owner;
  const declined = { email: maskedAddress(owner.email), wasOff: !wantsNotices };
  if (await optOut(tx, id, now)) {
    await publish(tx, noticesDeclined, { id, version: now.getTime(), declinedAt: now.toISOString() });
  }
  return declined;
}
