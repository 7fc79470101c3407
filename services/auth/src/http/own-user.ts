import { AppError } from '@closingwire/chassis/app-error';
import { asUser, type Caller, type UserCaller } from '@closingwire/chassis/identity';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import { isSessionOpen } from '../sessions/store.ts';
import { findUser, lockUser } from '../users/store.ts';
import { type ActiveUser, isActivated, isBanned, type User } from '../users/user.ts';

const canAct = (user: User | undefined, now: Date): user is ActiveUser =>
  user !== undefined && isActivated(user) && !isBanned(user, now);

const signedOut = () => new AppError('unauthenticated', 'session_not_found', 'Unauthorized');

/** The signed-in user, or undefined for a visitor, an ended session or a suspended user. */
export async function ownUser(pg: Queries, caller: Caller, now: Date): Promise<ActiveUser | undefined> {
  if (caller.kind !== 'user') return undefined;
  const [user, isOpen] = await Promise.all([findUser(pg, caller.id), isSessionOpen(pg, caller.sessionId)]);
  return isOpen && canAct(user, now) ? user : undefined;
}

/** The signed-in user. Throws `unauthenticated` when there is none. */
export async function requireOwnUser(pg: Queries, caller: Caller, now: Date): Promise<ActiveUser> {
  const user = await ownUser(pg, caller, now);
  if (!user) throw signedOut();
  return user;
}

/**
 * The signed-in admin. Throws `missing` for anybody else: the token says who was admin when it was made, the account
 * says who is now.
 */
export async function requireOwnAdmin(pg: Queries, caller: Caller, now: Date): Promise<ActiveUser> {
  const user = await ownUser(pg, caller, now);
  if (!user?.isAdmin) throw new AppError('missing', 'not_found', 'Not found');
  return user;
}

/** The signed-in user, held for a change. Throws `unauthenticated` when there is none. */
export async function lockOwnUser(tx: Tx, caller: Caller, now: Date): Promise<ActiveUser> {
  const { id, sessionId }: UserCaller = asUser(caller);
  const user = (await isSessionOpen(tx, sessionId)) ? await lockUser(tx, id) : undefined;
  if (!canAct(user, now)) throw signedOut();
  return user;
}
