import { AppError } from '@closingwire/chassis/app-error';
import { asUser, type Caller, type UserCaller } from '@closingwire/chassis/identity';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import { isSessionOpen } from '../sessions/store.ts';
import { findAccount, lockAccount } from '../users/store.ts';
import { type Account, type ActiveAccount, isActivated } from '../users/user.ts';

const canAct = (account: Account | undefined): account is ActiveAccount =>
  account !== undefined && isActivated(account) && account.status === 'active';

const signedOut = () => new AppError('unauthenticated', 'session_not_found', 'Unauthorized');

/** The signed-in person's account, or undefined for a visitor, an ended session or a suspended person. */
export async function ownAccount(pg: Queries, caller: Caller): Promise<ActiveAccount | undefined> {
  if (caller.kind !== 'user') return undefined;
  const [account, isOpen] = await Promise.all([
    findAccount(pg, caller.id),
    isSessionOpen(pg, caller.sessionId),
  ]);
  return isOpen && canAct(account) ? account : undefined;
}

/** The signed-in person's account. Throws `unauthenticated` when there is none. */
export async function requireOwnAccount(pg: Queries, caller: Caller): Promise<ActiveAccount> {
  const account = await ownAccount(pg, caller);
  if (!account) throw signedOut();
  return account;
}

/** The signed-in person's account, held for a change. Throws `unauthenticated` when there is none. */
export async function lockOwnAccount(tx: Tx, caller: Caller): Promise<ActiveAccount> {
  const user: UserCaller = asUser(caller);
  const isOpen = await isSessionOpen(tx, user.sessionId);
  const account = isOpen ? await lockAccount(tx, user.id) : undefined;
  if (!canAct(account)) throw signedOut();
  return account;
}
