import { AppError } from '@closingwire/chassis/app-error';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { noticesDeclined } from '@closingwire/contracts/events/notification-events';
import { optOut, ownerOfToken } from './db/opt-outs.ts';

/** Stops the notices to whoever has this link, and tells auth, where her settings are. Twice is once. */
export async function declineNotices(tx: Tx, token: string, now: Date): Promise<void> {
  const owner = await ownerOfToken(tx, token);
  if (!owner) throw new AppError('missing', 'token_unknown', 'This unsubscribe link is not valid');
  if (!(await optOut(tx, owner.id, now))) return;
  const { id } = owner;
  await publish(tx, noticesDeclined, { id, version: now.getTime(), declinedAt: now.toISOString() });
}
