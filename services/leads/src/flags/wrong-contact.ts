import { AppError } from '@closingwire/chassis/app-error';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { type FlaggedContact, type FlagStatus, leadCreditRequested } from '@closingwire/contracts/leads';
import { lockContact, storeWrong } from '../contacts/evidence.ts';
import * as store from './store.ts';

/**
 * Marks a contact as wrong while the confirmation of any flag holds. The lock makes concurrent confirmations of other
 * flags visible.
 */
async function markContact(tx: Tx, hash: Buffer): Promise<void> {
  await lockContact(tx, hash);
  await storeWrong(tx, hash, await store.confirmedSince(tx, hash));
}

async function lockedFlag(tx: Tx, flagId: string): Promise<store.Flag> {
  const flag = await store.lockFlag(tx, flagId);
  if (!flag) throw new AppError('missing', 'not_found', 'There is no such flag');
  return flag;
}

/** A flag is confirmed once: with its credit. Only after it was taken back, a contact can be confirmed again. */
const isConfirmed = ({ credit, confirmed }: store.Flag, contact: FlaggedContact | undefined): boolean =>
  credit !== null && !(contact && confirmed?.takenBackAt);

/** Changes a flag's status. A flag whose confirmation holds is never pending: an admin has decided about it. */
export async function changeStatus(
  tx: Tx,
  flagId: string,
  status: FlagStatus,
): Promise<{ before: FlagStatus; after: store.Flag }> {
  const flag = await lockedFlag(tx, flagId);
  const holds = flag.credit !== null && !flag.confirmed?.takenBackAt;
  if (status === 'pending' && holds)
    throw new AppError(
      'conflict',
      'confirmed',
      'Expected reviewed or resolved, got pending: the flag is confirmed. Take the confirmation back first',
    );
  return { before: flag.status, after: await store.setFlagStatus(tx, flagId, status) };
}

type Confirmation = { flagId: string; contact: FlaggedContact | undefined; now: Date };

/**
 * Marks the contact of a flag as wrong and asks billing for the credit if the flag has none yet. Returns the flag as it
 * was, and the flag in its new status; undefined if it is confirmed already.
 */
export async function confirmWrong(
  tx: Tx,
  { flagId, contact, now }: Confirmation,
): Promise<{ before: store.Flag; after: store.Flag | undefined }> {
  const flag = await lockedFlag(tx, flagId);
  if (isConfirmed(flag, contact)) return { before: flag, after: undefined };
  if (contact && { email: flag.agentEmail, phone: flag.agentPhone }[contact] === null)
    throw new AppError('invalid', 'contact_missing', `The flag has no ${contact} of the agent`);
  if (contact) await markContact(tx, await store.storeConfirmed(tx, flagId, contact, now));
  if (!flag.credit) {
    await store.storeCreditRequest(tx, flagId);
    const { id, userId, zipCode } = flag;
    const requestedAt = now.toISOString();
    await publish(tx, leadCreditRequested, { id, version: 1, userId, zipCode, requestedAt });
  }
  return { before: flag, after: await store.setFlagStatus(tx, flagId, 'resolved') };
}

type TakingBack = { flagId: string; adminId: string; now: Date };

/**
 * Takes a flag's confirmation back. A resolved flag is only reviewed then: nothing was fixed. Returns the flag as it was,
 * and in its new status; neither if the confirmation did not hold any longer.
 */
export async function takeBackWrong(
  tx: Tx,
  { flagId, adminId, now }: TakingBack,
): Promise<{ before?: store.Flag; after?: store.Flag }> {
  const before = await lockedFlag(tx, flagId);
  const { confirmed, status } = before;
  if (!confirmed) throw new AppError('conflict', 'not_confirmed', 'The flag confirmed no contact as wrong');
  if (confirmed.takenBackAt) return {};
  await markContact(tx, await store.storeTakenBack(tx, flagId, adminId, now));
  const after = await store.setFlagStatus(tx, flagId, status === 'resolved' ? 'reviewed' : status);
  return { before, after };
}
