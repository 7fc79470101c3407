import { AppError } from '@closingwire/chassis/app-error';
import { implementer, type RequestContext } from '@closingwire/chassis/http';
import { callInternal } from '@closingwire/chassis/http-client';
import { asUser, type Caller, type Identity, type UserCaller } from '@closingwire/chassis/identity';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Queries, Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth';
import { billingApi } from '@closingwire/contracts/billing';
import type { SessionCookies } from '@closingwire/contracts/session-cookies';
import { audit } from '../audit-log/store.ts';
import { type PasswordRules, verifyPassword, weaknessOf } from '../credentials/passwords.ts';
import type { Limits } from '../flows/limits.ts';
import type { Mails } from '../mails/mails.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isSessionOpen } from '../sessions/store.ts';
import type { System } from '../system.ts';
import type { ServiceExports } from '../user-data.ts';
import { findUser, lockUser } from '../users/store.ts';
import { type ActivatedUser, isActivated, isBanned, type User } from '../users/user.ts';

export const os = implementer(authApi);

/** What the routes work with. */
export type Dependencies = {
  pg: Pg;
  clock: Clock;
  sessions: Sessions;
  mails: Mails;
  cookies: SessionCookies;
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

const canAct = (user: User | undefined, now: Date): user is ActivatedUser =>
  user !== undefined && isActivated(user) && !isBanned(user, now);

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
  if (!user?.isAdmin) throw new AppError('missing', 'not_found', 'Not found');
  return user;
}

/** The signed-in user, held for a change. Throws `unauthenticated` when there is none. */
export async function lockOwnUser(tx: Tx, caller: Caller, now: Date): Promise<ActivatedUser> {
  const { id, sessionId }: UserCaller = asUser(caller);
  const user = (await isSessionOpen(tx, sessionId)) ? await lockUser(tx, id) : undefined;
  if (!canAct(user, now)) throw signedOut();
  return user;
}

const wrongPassword = () => new AppError('invalid', 'invalid_credentials', 'The password is not right.');
const noPassword = () =>
  new AppError(
    'invalid',
    'password_missing',
    'Your account has no password yet. Choose one by “Forgot password” first.',
  );

/** Lets only whoever knows the password go on; wrong ones count like those of a sign-in, and are in the audit log. */
export async function checkOwnPassword(
  { pg, limits }: Pick<Dependencies, 'pg' | 'limits'>,
  user: ActivatedUser,
  password: string,
  context: RequestContext,
  refused: 'password-refused' | 'account-deletion-refused',
): Promise<void> {
  if (user.passwordHash === null) throw noPassword();
  const who = { account: user.email, ip: context.request.ip };
  await limits.signIn.count(who, context.responseHeaders);
  if (!(await verifyPassword(user.passwordHash, password))) {
    await audit(pg, context.request, { action: refused, actorId: user.id });
    throw wrongPassword();
  }
  await limits.signIn.forgive(who);
}

/** Refuses what the rules call weak, for the product's own calls. */
export function refuseWeakPassword(password: string, rules: PasswordRules): void {
  const weakness = weaknessOf(password, rules);
  if (!weakness) return;
  const detail = { reasons: weakness.reasons };
  throw new AppError('invalid', 'weak_password', weakness.message, { detail });
}
