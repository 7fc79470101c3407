import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { findUser, fullName, type LiveUser } from '../replicas.ts';
import { lockZip } from '../zips/store.ts';
import { assign } from './change.ts';
import { isInForce, zipTaken } from './rules.ts';
import { standingClaims } from './store.ts';

/** Gives a ZIP, switched off or not, to a user. Done twice it changes nothing and answers the same. */
export async function assignByAdmin(
  tx: Tx,
  { userId, zipCode }: { userId: string; zipCode: string },
  now: Date,
): Promise<{ claimId: string; message: string }> {
  const user = await activeUser(tx, userId);
  const industry = claimIndustryOf(user.industry);
  if (industry === '') {
    throw new AppError(
      'conflict',
      'user_without_industry',
      'A user without an industry cannot be given a ZIP code',
    );
  }
  const zip = await lockZip(tx, zipCode);
  const message = `ZIP code ${zipCode} is assigned to ${fullName(user) || user.email}`;
  const [standing] = await standingClaims(tx, industry, [zipCode]);
  if (standing?.state === 'confirmed' && standing.userId === userId) return { claimId: standing.id, message };
  if (standing && isInForce(standing, now)) throw zipTaken([zipCode]);

  const id = newId();
  const claim = {
    id,
    zipCode,
    industry,
    userId,
    assignedBy: 'admin',
    subscriptionId: null,
  } as const;
  await assign(tx, claim, { ...zip, ended: standing?.id ?? null }, now);
  return { claimId: id, message };
}

async function activeUser(tx: Tx, userId: string): Promise<LiveUser> {
  const user = await findUser(tx, userId);
  if (user?.status === 'active') return user;
  throw user?.status === 'suspended'
    ? new AppError('conflict', 'user_suspended', 'A suspended user cannot be given a ZIP code')
    : new AppError('missing', 'user_unknown', 'No active user has this id');
}
