import { AppError } from '@closingwire/chassis/app-error';
import { asUser, type Caller } from '@closingwire/chassis/identity';
import { loadReader } from '../db/readers.ts';
import { areUserIdsAccepted } from '../db/settings.ts';
import { findActiveUser } from '../db/users.ts';
import { newStanding, readableOf } from '../domain/standing.ts';
import type { RouteDeps } from './deps.ts';

type Account = { id: string; activatedAt: Date };

async function mayRead(
  { pg, clock, trialDays }: RouteDeps,
  { id, activatedAt }: Account,
  asked: string | undefined,
): Promise<string[]> {
  const { standing, zips } = await loadReader(pg, id);
  return readableOf(standing ?? newStanding(activatedAt, trialDays), zips, clock(), asked);
}

/**
 * The ZIPs whose leads this person may read now; throws `payment-required` when there is none, or the one that is
 * asked for is not paid.
 */
export async function readableZips(deps: RouteDeps, caller: Caller, asked?: string): Promise<string[]> {
  return mayRead(deps, asUser(caller), asked);
}

const noPartner = () =>
  new AppError('unauthenticated', 'unauthenticated', 'Expected an API key of an active account as bearer');
const userIdsOff = () =>
  new AppError(
    'unauthenticated',
    'user_id_not_accepted',
    'A user ID is no longer accepted as API key; create a key in Settings',
  );

/** Whose program it is, by its owner's key or, as long as the site's setting allows it, by the owner's id. */
async function partnerOf({ pg, partnerKeys }: RouteDeps, caller: Caller): Promise<string | undefined> {
  if (caller.kind !== 'key') return undefined;
  if (caller.userId === undefined) return partnerKeys.ownerOf(caller.token);
  if (!(await areUserIdsAccepted(pg))) throw userIdsOff();
  return caller.userId;
}

/** The same for a program. */
export async function partnerZips(deps: RouteDeps, caller: Caller, asked?: string): Promise<string[]> {
  if (caller.kind === 'user') return mayRead(deps, caller, asked);
  const id = await partnerOf(deps, caller);
  const user = id === undefined ? undefined : await findActiveUser(deps.pg, id);
  if (id === undefined || !user) throw noPartner();
  return mayRead(deps, { id, ...user }, asked);
}
