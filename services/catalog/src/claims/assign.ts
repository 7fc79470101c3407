import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { isInForce } from '../in-force.ts';
import { fullName, type LiveUser, type LockedUser, lockUser } from '../replicas.ts';
import { lockZip } from '../zips/store.ts';
import { assign } from './change.ts';
import { refusedFor, zipTaken } from './rules.ts';
import { currentClaims } from './store.ts';

/**
 * Assigns a ZIP to a user, even a ZIP that is switched off. If the user already has it, changes nothing and returns
 * the same claim.
 */
export async function assignByAdmin(
  tx: Tx,
  { userId, zipCode }: { userId: string; zipCode: string },
  now: Date,
): Promise<{ claimId: string; message: string; isUnchanged: boolean }> {
  const user = activeUser(await lockUser(tx, userId));
  const industry = claimIndustryOf(user.industry);
  if (industry === '') {
    throw new AppError(
      'conflict',
      'user_without_industry',
      'A user without an industry cannot be given a ZIP code',
    );
  }
  const zip = await lockZip(tx, zipCode);
  const name = fullName(user) || user.email;
  const [current] = await currentClaims(tx, industry, [zipCode]);
  if (current?.state === 'confirmed' && current.userId === userId) {
    const message = `${name} already has ZIP code ${zipCode}. Nothing changed.`;
    return { claimId: current.id, message, isUnchanged: true };
  }
  if (current && isInForce(current, now)) throw zipTaken([zipCode]);

  const id = newId();
  const claim = {
    id,
    zipCode,
    industry,
    userId,
    assignedBy: 'admin',
    subscriptionId: null,
  } as const;
  await assign(tx, claim, { ...zip, ended: current ?? null }, now);
  return { claimId: id, message: `ZIP code ${zipCode} is assigned to ${name}`, isUnchanged: false };
}

function activeUser(user: LockedUser): LiveUser {
  if (user.status === 'active') return user;
  throw user.status === 'suspended'
    ? refusedFor('user_suspended')
    : new AppError('missing', 'user_unknown', 'No active user has this id');
}
