import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { sessionRevoked } from '@closingwire/contracts/auth';
import { deleteSession, deleteSessionsOf, type Sparing } from './store.ts';

async function publishEnd(tx: Tx, id: string, userId: string, now: Date): Promise<void> {
  // A session is revoked once, so its only version is the first.
  await publish(tx, sessionRevoked, { id, version: 1, userId, revokedAt: now.toISOString() });
}

/** Ends one session; its access tokens are refused from now on. Ending it again does nothing. */
export async function endSession(tx: Tx, id: string, userId: string, now: Date): Promise<boolean> {
  const existed = await deleteSession(tx, id);
  if (existed) await publishEnd(tx, id, userId, now);
  return existed;
}

export async function endSessionsOf(tx: Tx, userId: string, now: Date, sparing?: Sparing): Promise<void> {
  for (const id of await deleteSessionsOf(tx, userId, sparing)) await publishEnd(tx, id, userId, now);
}
