import { AppError } from '@closingwire/chassis/app-error';
import { implementer, type RequestContext } from '@closingwire/chassis/http';
import { callInternal } from '@closingwire/chassis/http-client';
import { asUser, type Caller, type Identity, type UserCaller } from '@closingwire/chassis/identity';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Queries, Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth';
import { billingApi } from '@closingwire/contracts/billing';
import type { SessionCookies, SignUpCookie } from '@closingwire/contracts/session-cookies';
import { audit } from '../audit-log/store.ts';
import {
  type CheckedPassword,
  checkPassword,
  type PasswordRules,
  weaknessOf,
} from '../credentials/passwords.ts';
import type { Limits } from '../flows/limits.ts';
import { isStillPassword } from '../flows/sign-in.ts';
import type { Mails } from '../mails/mails.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isSessionOpen } from '../sessions/store.ts';
import type { System } from '../system.ts';
import type { CodeHash } from '../tokens/store.ts';
import type { ServiceExports } from '../user-data.ts';
import { findUser, type LockedActivatedUser, type LockedUser, lockUser, lockUsers } from '../users/store.ts';
import { type ActivatedUser, isActivated, isBanned, type User } from '../users/user.ts';

export const os = implementer(authApi);

/** What the routes work with. */
export type Dependencies = {
  pg: Pg;
  clock: Clock;
  sessions: Sessions;
  mails: Mails;
  cookies: SessionCookies;
  hashCode: CodeHash;
  /** How the browser that signed up is known again. */
  signUpCookie: SignUpCookie;
  billing: BillingClient;
  limits: Limits;
  serviceExports: ServiceExports;
  system: System;
  passwordRules: PasswordRules;
  hidesAccounts: boolean;
};

export function billingClient(url: string, identity: Identity) {
  return callInternal(billingApi, { url, token: () => identity.serviceToken('billing') });
}
type BillingClient = Pick<ReturnType<typeof billingClient>, 'creditTrial'>;

const canAct = <U extends User>(user: U | undefined, now: Date): user is U & ActivatedUser =>
  user !== undefined && isActivated(user) && !isBanned(user, now);

const noSuchPage = () => new AppError('missing', 'not_found', 'Not found');
const signedOut = () => new AppError('unauthenticated', 'session_not_found', 'Unauthorized');

/** The signed-in user, or undefined for a visitor, an ended session or a suspended user. */
export async function ownUser(pg: Queries, caller: Caller, now: Date): Promise<ActivatedUser | undefined> {
  if (caller.kind !== 'user') return undefined;
  const [user, isOpen] = await Promise.all([findUser(pg, caller.id), isSessionOpen(pg, caller.sessionId)]);
  return isOpen && canAct(user, now) ? user : undefined;
}

/** The signed-in user. Throws `unauthenticated` when there is none. */
export async function requireOwnUser(pg: Queries, caller: Caller, now: Date): Promise<ActivatedUser> {
  const user = await ownUser(pg, caller, now);
  if (!user) throw signedOut();
  return user;
}

/**
 * The signed-in admin. Throws `missing` for anybody else: the token states who was admin when it was made, the account
 * who is now.
 */
export async function requireOwnAdmin(pg: Queries, caller: Caller, now: Date): Promise<ActivatedUser> {
  const user = await ownUser(pg, caller, now);
  if (!user?.isAdmin) throw noSuchPage();
  return user;
}

type Held = { user: LockedUser | undefined; sessionId: string; now: Date };

/** Looks at the session after the lock: who ends the sessions of a user holds the user. */
async function requireOpenSession(tx: Tx, { user, sessionId, now }: Held): Promise<LockedActivatedUser> {
  if (!canAct(user, now) || !(await isSessionOpen(tx, sessionId))) throw signedOut();
  return user;
}

/** The signed-in user, held for a change. Throws `unauthenticated` when there is none. */
export async function lockOwnUser(tx: Tx, caller: Caller, now: Date): Promise<LockedActivatedUser> {
  const { id, sessionId }: UserCaller = asUser(caller);
  return requireOpenSession(tx, { user: await lockUser(tx, id), sessionId, now });
}

/** The user whom the signed-in admin changes; both are held. Throws `missing` for a caller who is no admin. */
export async function lockUserAsAdmin(
  tx: Tx,
  caller: Caller,
  userId: string,
  now: Date,
): Promise<LockedUser | undefined> {
  const { id, sessionId }: UserCaller = asUser(caller);
  const users = await lockUsers(tx, [id, userId]);
  const admin = await requireOpenSession(tx, { user: users.get(id), sessionId, now });
  if (!admin.isAdmin) throw noSuchPage();
  return users.get(userId);
}

const wrongPassword = () => new AppError('invalid', 'invalid_credentials', 'The password is not right.');
const noPassword = () =>
  new AppError(
    'invalid',
    'password_missing',
    'Your account has no password yet. Choose one by “Forgot password” first.',
  );

/**
 * Checks the password of a signed-in user; wrong ones count like those of a sign-in, and are in the audit log. The
 * transaction that decides by it calls `requireStillPassword`.
 */
export async function checkOwnPassword(
  { pg, clock, limits }: Pick<Dependencies, 'pg' | 'clock' | 'limits'>,
  password: string,
  context: RequestContext,
  refused: 'password-refused' | 'account-deletion-refused',
): Promise<CheckedPassword> {
  const user = await requireOwnUser(pg, context.caller, clock());
  if (user.passwordHash === null) throw noPassword();
  const who = { account: user.email, ip: context.request.ip };
  await limits.signIn.count(who, context.responseHeaders);
  const checked = await checkPassword(user.passwordHash, password);
  if (!checked) {
    await audit(pg, context.request, { action: refused, actorId: user.id });
    throw wrongPassword();
  }
  await limits.signIn.forgive(who);
  return checked;
}

/** The hash was replaced after the check: by one of another password, or by a newer one of the same. */
class HashReplaced extends Error {}

/** Throws when the hash was replaced after the password was checked, for `withCheckedPassword` to check it again. */
export async function requireStillPassword(
  tx: Tx,
  user: LockedUser,
  checked: CheckedPassword,
): Promise<void> {
  if (!(await isStillPassword(tx, user, checked))) throw new HashReplaced();
}

/** Runs `decide`, which checks a password and then decides under the lock; once more when the hash was replaced meanwhile. */
export async function withCheckedPassword<T>(decide: () => Promise<T>): Promise<T> {
  const isReplaced = (error: unknown) => error instanceof HashReplaced;
  try {
    return await decide().catch(error => (isReplaced(error) ? decide() : Promise.reject(error)));
  } catch (error) {
    throw isReplaced(error) ? wrongPassword() : error;
  }
}

/** Refuses what the rules call weak, for the product's own calls. */
export function refuseWeakPassword(password: string, rules: PasswordRules): void {
  const weakness = weaknessOf(password, rules);
  if (!weakness) return;
  const detail = { reasons: weakness.reasons };
  throw new AppError('invalid', 'weak_password', weakness.message, { detail });
}
