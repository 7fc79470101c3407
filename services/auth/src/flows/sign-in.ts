import type { Pg, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { audit } from '../audit-log/store.ts';
import { type CheckedPassword, checkPassword } from '../credentials/passwords.ts';
import { isKnownNetwork } from '../sessions/new-device.ts';
import * as users from '../users/store.ts';
import { type ActivatedUser, isActivated, isBanned, normalEmail, type User } from '../users/user.ts';
import type { Limits } from './limits.ts';

/** A client gets a reason other than `invalid_credentials` only with the right password. */
export type Refusal = 'invalid_credentials' | 'user_banned' | 'email_not_confirmed';

type Admission<U extends User> = { user: U & ActivatedUser } | { refusal: Refusal };

type Try = { passwordMatches: boolean; hidesAccounts: boolean; now: Date };

/**
 * Decides if a user may sign in. A wrong password and an unknown address get the same refusal. Where accounts are
 * hidden, an unconfirmed address gets it, too. Otherwise a stranger could sign up with an address, sign in, and so
 * learn if it has an account.
 */
export function admit<U extends User>(
  user: U | undefined,
  { passwordMatches, hidesAccounts, now }: Try,
): Admission<U> {
  if (!user || !passwordMatches) return { refusal: 'invalid_credentials' };
  if (isBanned(user, now)) return { refusal: 'user_banned' };
  if (isActivated(user)) return { user };
  return { refusal: hidesAccounts ? 'invalid_credentials' : 'email_not_confirmed' };
}

/**
 * Returns true if the user still has the hash that the password matched before the lock, and stores `newHash`.
 * Passwords are compared outside transactions, because hashing is slow.
 */
export async function isStillPassword(
  tx: Tx,
  user: users.LockedUser,
  { hash, newHash }: CheckedPassword,
): Promise<boolean> {
  if (user.passwordHash !== hash) return false;
  if (newHash) await users.patchUser(tx, user, { passwordHash: newHash });
  return true;
}

type Needs = { pg: Pg; limits: Limits; clock: () => Date; hidesAccounts: boolean };
type Attempt = { email: string; password: string; client: RequestOrigin; headers: Headers };

type Open<T> = (tx: Tx, user: users.LockedActivatedUser) => Promise<T>;

/** How often sign-in compares the password if other requests keep changing it. */
const MOST_TRIES = 3;

type Outcome<T> = { opened: T } | { refusal: Refusal };

/**
 * Compares the password, locks the user, checks that the hash has not changed, and opens the session. If a reset
 * commits before the lock, the old password is refused. If it commits later, it ends the session.
 */
async function openChecked<T>(
  { pg, clock, hidesAccounts }: Needs,
  found: User | undefined,
  { email, password }: Attempt,
  open: Open<T>,
): Promise<Outcome<T>> {
  let known = found;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const checked = await checkPassword(known?.passwordHash, password);
    const rules = { passwordMatches: checked !== undefined, hidesAccounts, now: clock() };
    // Decides before the lock, so that the reply takes as long with an account as without one.
    const admission = admit(known, rules);
    if ('refusal' in admission || !checked) {
      return 'refusal' in admission ? admission : { refusal: 'invalid_credentials' };
    }
    const { id } = admission.user;
    const outcome = await pg.transaction(async (tx): Promise<Outcome<T> | undefined> => {
      const user = await users.lockUser(tx, id);
      if (user?.email !== email || !(await isStillPassword(tx, user, checked))) return undefined;
      const held = admit(user, rules);
      return 'refusal' in held ? held : { opened: await open(tx, held.user) };
    });
    if (outcome) return outcome;
    known = await users.findUserByEmail(pg, email);
  }
  return { refusal: 'invalid_credentials' };
}

/** Signs in with a password. Throws `too-many` above the limits, whether the account exists or not. */
export async function signInByPassword<T>(
  needs: Needs,
  attempt: Attempt,
  open: Open<T>,
): Promise<Outcome<T>> {
  const { pg, limits } = needs;
  const { client, headers } = attempt;
  const email = normalEmail(attempt.email);
  const who = { account: email, ip: client.ip };
  await limits.signIn.count(who, headers);
  const found = await users.findUserByEmail(pg, email);
  const isKnown = found !== undefined && (await isKnownNetwork(pg, found.id, client));
  if (!isKnown) await limits.strangeSignIn.count(who, headers);
  const outcome = await openChecked(needs, found, { ...attempt, email }, open);
  if ('refusal' in outcome) await audit(pg, client, { action: 'sign-in-refused', targetId: found?.id });
  else await limits.signIn.forgive(who);
  return outcome;
}
