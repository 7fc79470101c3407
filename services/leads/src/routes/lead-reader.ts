import { asUser, type Caller } from '@closingwire/chassis/identity';
import { loadReader } from '../db/readers.ts';
import { newStanding, readableOf } from '../domain/standing.ts';
import type { RouteDeps } from './deps.ts';

type Account = { id: string; activatedAt: Date };

/** The same for an account that is known already. */
export async function zipsOfAccount(
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
  return zipsOfAccount(deps, asUser(caller), asked);
}
