import { AppError } from '@closingwire/chassis/app-error';
import { asUser, type Caller } from '@closingwire/chassis/identity';
import { loadReader } from '../db/readers.ts';
import { findActiveUser } from '../db/users.ts';
import { mustBePaidFor, newStanding } from '../domain/standing.ts';
import type { RouteDeps } from './deps.ts';

type Account = { id: string; activatedAt: Date };

async function mayRead({ pg, clock, trialDays }: RouteDeps, { id, activatedAt }: Account): Promise<string[]> {
  const { standing, zips } = await loadReader(pg, id);
  mustBePaidFor(standing ?? newStanding(activatedAt, trialDays), zips, clock());
  return zips;
}

/** The ZIPs whose leads this person may read now; throws `payment-required` when her trial is over. */
export async function readableZips(deps: RouteDeps, caller: Caller): Promise<string[]> {
  return mayRead(deps, asUser(caller));
}

const noPartner = () =>
  new AppError('unauthenticated', 'unauthenticated', 'Expected an API key of an active account as bearer');

/** The same for a program, whose bearer is the id of the person. */
export async function partnerZips(deps: RouteDeps, caller: Caller): Promise<string[]> {
  if (caller.kind === 'user') return mayRead(deps, caller);
  if (caller.kind !== 'key' || !caller.userId) throw noPartner();
  const user = await findActiveUser(deps.pg, caller.userId);
  if (!user) throw noPartner();
  return mayRead(deps, { id: caller.userId, ...user });
}
