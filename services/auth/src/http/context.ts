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

export type Dependencies = {
  pg: Pg;
  clock: Clock;
  sessions: Sessions;
  mails: Mails;
  cookies: SessionCookies;
  hashCode: CodeHash;
  /** Identifies the browser that signed up. */
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

/** Returns the signed-in user; undefined for a visitor, an ended session or a suspended user. */
export async function ownUser(pg: Queries, caller: Caller, now: Date): Promise<ActivatedUser | undefined> {
  if (caller.kind !== 'user') return undefined;
  const [user, isOpen] = await Promise.all([findUser(pg, caller.id), isSessionOpen(pg, caller.sessionId)]);
  return isOpen && canAct(user, now) ? user : undefined;
}

/** Returns the signed-in user, or throws `unauthenticated`. */
export async function requireOwnUser(pg: Queries, caller: Caller, now: Date): Promise<ActivatedUser> {
  const user = await ownUser(pg, caller, now);
  if (!user) throw signedOut();
  return user;
}

/**
 * Returns the signed-in admin, or throws `missing`. Reads the role from the database, because the token may be older
 * than the last change of roles.
 */
export async function requireOwnAdmin(pg: Queries, caller: Caller, now: Date): Promise<ActivatedUser> {
  const user = await ownUser(pg, caller, now);
  if (!user?.isAdmin) throw noSuchPage();
  return user;
}

type Locked = { user: LockedUser | undefined; sessionId: string; now: Date };

/** Reads the session after the lock on the user: all code that ends sessions takes the same lock. */
async function requireOpenSession(tx: Tx, { user, sessionId, now }: Locked): Promise<LockedActivatedUser> {
  if (!canAct(user, now) || !(await isSessionOpen(tx, sessionId))) throw signedOut();
  return user;
}

/** Locks the signed-in user, or throws `unauthenticated`. */
export async function lockOwnUser(tx: Tx, caller: Caller, now: Date): Promise<LockedActivatedUser> {
  const { id, sessionId }: UserCaller = asUser(caller);
  return requireOpenSession(tx, { user: await lockUser(tx, id), sessionId, now });
}

/** Locks the signed-in admin and the user whom they change. Throws `missing` if the caller is not an admin. */
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
 * Checks the password of a signed-in user. A wrong one is audited and counts as a failed sign-in. The caller's
 * transaction must call `requireStillPassword`.
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

/** Another request replaced the hash after the check, with another password or a newer hash of the same one. */
class HashReplaced extends Error {}

/** Throws if the hash was replaced after the check; `withCheckedPassword` then checks again. */
export async function requireStillPassword(
  tx: Tx,
  user: LockedUser,
  checked: CheckedPassword,
): Promise<void> {
  if (!(await isStillPassword(tx, user, checked))) throw new HashReplaced();
}

/**
 * Runs `decide`, which checks a password and then relies on it under the lock. Runs it again once if the hash was
 * replaced in between.
 */
export async function withCheckedPassword<T>(decide: () => Promise<T>): Promise<T> {
  const isReplaced = (error: unknown) => error instanceof HashReplaced;
  try {
    return await decide().catch(error => (isReplaced(error) ? decide() : Promise.reject(error)));
  } catch (error) {
    throw isReplaced(error) ? wrongPassword() : error;
  }
}

export function refuseWeakPassword(password: string, rules: PasswordRules): void {
  const weakness = weaknessOf(password, rules);
  if (!weakness) return;
  const detail = { reasons: weakness.reasons };
  throw new AppError('invalid', 'weak_password', weakness.message, { detail });
}
