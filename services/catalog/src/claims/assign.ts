import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { findPerson, fullName, type LivePerson } from '../replicas.ts';
import { lockZip } from '../zips/store.ts';
import { assign } from './change.ts';
import { isInForce, zipTaken } from './rules.ts';
import { standingClaims } from './store.ts';

/** Gives a ZIP, switched off or not, to a person. Done twice it changes nothing and answers the same. */
export async function assignByAdmin(
  tx: Tx,
  { userId, zipCode }: { userId: string; zipCode: string },
  now: Date,
): Promise<{ claimId: string; message: string }> {
  const person = await activePerson(tx, userId);
  const industry = claimIndustryOf(person.industry);
  if (industry === '') {
    throw new AppError(
      'conflict',
      'user_without_industry',
      'A user without an industry cannot be given a ZIP code',
    );
  }
  const zip = await lockZip(tx, zipCode);
  const message = `ZIP code ${zipCode} is assigned to ${fullName(person) || person.email}`;
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

async function activePerson(tx: Tx, userId: string): Promise<LivePerson> {
  const person = await findPerson(tx, userId);
  if (person?.status === 'active') return person;
  throw person?.status === 'suspended'
    ? new AppError('conflict', 'user_suspended', 'A suspended user cannot be given a ZIP code')
    : new AppError('missing', 'user_unknown', 'No active user has this id');
}
