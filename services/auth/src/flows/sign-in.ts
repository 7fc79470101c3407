import type { Pg, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { audit } from '../audit-log/store.ts';
import { type CheckedPassword, checkPassword } from '../credentials/passwords.ts';
import { isKnownNetwork } from '../sessions/new-device.ts';
import {
  findUserByEmail,
  type LockedActivatedUser,
  type LockedUser,
  lockUser,
  patchUser,
} from '../users/store.ts';
import { type ActivatedUser, isActivated, isBanned, normalEmail, type User } from '../users/user.ts';
import type { Limits } from './limits.ts';

/** Why a sign-in is refused. Nothing but the right password brings a reason that shows anything of the account. */
export type Refusal = 'invalid_credentials' | 'user_banned' | 'email_not_confirmed';

type Admission<U extends User> = { user: U & ActivatedUser } | { refusal: Refusal };

type Try = { passwordMatches: boolean; hidesAccounts: boolean; now: Date };

/**
 * Who may sign in. A wrong password and an unknown address are refused alike. Where accounts are hidden, an address that
 * nobody confirmed is refused like them, too: a stranger who signs up with somebody's address and their own password,
 * and then signs in, would else learn whether that person has an account.
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
 * Whether a password that was checked before the lock is still the user's. Stores its newer hash. Hashing takes longer
 * than everything else of a sign-in, so no transaction waits for it.
 */
export async function isStillPassword(
  tx: Tx,
  user: LockedUser,
  { hash, newHash }: CheckedPassword,
): Promise<boolean> {
  if (user.passwordHash !== hash) return false;
  if (newHash) await patchUser(tx, user, { passwordHash: newHash });
  return true;
}

type Needs = { pg: Pg; limits: Limits; clock: () => Date; hidesAccounts: boolean };
type Attempt = { email: string; password: string; client: RequestOrigin; headers: Headers };

/** Opens the session, in the transaction that holds the user. */
type Open<T> = (tx: Tx, user: LockedActivatedUser) => Promise<T>;

/** How often a password is compared again because it was changed meanwhile. */
const MOST_CHANGES = 3;

type Outcome<T> = { opened: T } | { refusal: Refusal };

/**
 * Compares the password, then holds the user, looks whether all is as it was, and opens the session: a reset that
 * commits before leaves the old password worthless, and one that commits after ends the session.
 */
async function openChecked<T>(
  { pg, clock, hidesAccounts }: Needs,
  found: User | undefined,
  { email, password }: Attempt,
  open: Open<T>,
): Promise<Outcome<T>> {
  let known = found;
  for (let changes = 0; changes < MOST_CHANGES; changes++) {
    const checked = await checkPassword(known?.passwordHash, password);
    const rules = { passwordMatches: checked !== undefined, hidesAccounts, now: clock() };
    // Without a lock: it opens nothing, and takes as long whether there is an account or not.
    const admission = admit(known, rules);
    if ('refusal' in admission || !checked) {
      return 'refusal' in admission ? admission : { refusal: 'invalid_credentials' };
    }
    const { id } = admission.user;
    const outcome = await pg.transaction(async (tx): Promise<Outcome<T> | undefined> => {
      const user = await lockUser(tx, id);
      if (user?.email !== email || !(await isStillPassword(tx, user, checked))) return undefined;
      const held = admit(user, rules);
      return 'refusal' in held ? held : { opened: await open(tx, held.user) };
    });
    if (outcome) return outcome;
    known = await findUserByEmail(pg, email);
  }
  return { refusal: 'invalid_credentials' };
}

/**
 * Signs in with a password, counting the try. Throws `too-many`: also past a ceiling for the account from networks that
 * it was never used from, whether there is such an account or not.
 */
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
  const found = await findUserByEmail(pg, email);
  const isKnown = found !== undefined && (await isKnownNetwork(pg, found.id, client));
  if (!isKnown) await limits.strangeSignIn.count(who, headers);
  const outcome = await openChecked(needs, found, { ...attempt, email }, open);
  if ('refusal' in outcome) await audit(pg, client, { action: 'sign-in-refused', targetId: found?.id });
  else await limits.signIn.forgive(who);
  return outcome;
}
