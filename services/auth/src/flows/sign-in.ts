import type { Pg } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { audit } from '../audit-log/store.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import { isKnownNetwork } from '../sessions/new-device.ts';
import { findUserByEmail } from '../users/store.ts';
import { type ActivatedUser, isActivated, isBanned, normalEmail, type User } from '../users/user.ts';
import type { Limits } from './limits.ts';

/** Why a sign-in is refused. Nothing but the right password brings a reason that shows anything of the account. */
export type Refusal = 'invalid_credentials' | 'user_banned' | 'email_not_confirmed';

export type Admission = { user: ActivatedUser } | { refusal: Refusal };

type Try = { passwordMatches: boolean; hidesAccounts: boolean; now: Date };

/**
 * Who may sign in. A wrong password and an unknown address are refused alike. Where accounts are hidden, an address that
 * nobody confirmed is refused like them, too: whoever signs up with a stranger's address and their own password, and
 * then signs in, would else learn whether the stranger has an account.
 */
export function admit(user: User | undefined, { passwordMatches, hidesAccounts, now }: Try): Admission {
  if (!user || !passwordMatches) return { refusal: 'invalid_credentials' };
  if (isBanned(user, now)) return { refusal: 'user_banned' };
  if (isActivated(user)) return { user };
  return { refusal: hidesAccounts ? 'invalid_credentials' : 'email_not_confirmed' };
}

type Needs = { pg: Pg; limits: Limits; clock: () => Date; hidesAccounts: boolean };
type Attempt = { email: string; password: string; client: RequestOrigin; headers: Headers };

/**
 * Checks a password, counting the try. Throws `too-many`: also past a ceiling for the account from networks that it
 * was never used from, whether there is such an account or not.
 */
export async function checkSignIn(
  { pg, limits, clock, hidesAccounts }: Needs,
  attempt: Attempt,
): Promise<Admission> {
  const { client, headers, password } = attempt;
  const email = normalEmail(attempt.email);
  const who = { account: email, ip: client.ip };
  await limits.signIn.count(who, headers);
  const found = await findUserByEmail(pg, email);
  const isKnown = found !== undefined && (await isKnownNetwork(pg, found.id, client));
  if (!isKnown) await limits.strangeSignIn.count(who, headers);
  const passwordMatches = await verifyPassword(found?.passwordHash, password);
  const admission = admit(found, { passwordMatches, hidesAccounts, now: clock() });
  if ('refusal' in admission) {
    await audit(pg, client, { action: 'sign-in-refused', targetId: found?.id });
    return admission;
  }
  await limits.signIn.forgive(who);
  return admission;
}
