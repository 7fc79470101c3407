import type { Tx } from '@closingwire/chassis/pg';
import type { Client } from '../audit.ts';
import type { MethodName } from '../sessions/session.ts';
import type { IssuedTokens } from '../sessions/sessions.ts';
import { findAccount } from '../users/store.ts';
import type { Account } from '../users/user.ts';
import { findWireUser } from '../users/wire-users.ts';
import { toWireUser, type WireUserView } from './user-view.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

export type SessionReply = IssuedTokens & { user: WireUserView };

export async function accountOf(tx: Tx, userId: string): Promise<Account> {
  const account = await findAccount(tx, userId);
  if (!account) throw new WireError(403, 'user_not_found', 'User not found');
  return account;
}

/** Tokens together with the user as she is now. */
export async function withUser(tx: Tx, tokens: IssuedTokens, userId: string): Promise<SessionReply> {
  const user = await findWireUser(tx, userId);
  if (!user) throw new WireError(403, 'user_not_found', 'User not found');
  return { ...tokens, user: toWireUser(user) };
}

/** Begins a session inside the transaction that admits the person. */
export async function openSession(
  { sessions }: Wire,
  tx: Tx,
  { userId, method, client }: { userId: string; method: MethodName; client: Client },
): Promise<SessionReply> {
  const tokens = await sessions.open(tx, await accountOf(tx, userId), method, client);
  return withUser(tx, tokens, userId);
}
