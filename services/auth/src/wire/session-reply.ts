import type { Tx } from '@closingwire/chassis/pg';
import type { Client } from '../audit.ts';
import type { MethodName } from '../sessions/session.ts';
import type { IssuedTokens } from '../sessions/sessions.ts';
import { findUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { toWireUser, type WireUserView } from './user-view.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

export type SessionReply = IssuedTokens & { user: WireUserView };

export async function userOf(tx: Tx, userId: string): Promise<User> {
  const user = await findUser(tx, userId);
  if (!user) throw new WireError(403, 'user_not_found', 'User not found');
  return user;
}

/** Tokens together with the user as they are now. */
export async function withUser(tx: Tx, tokens: IssuedTokens, userId: string): Promise<SessionReply> {
  const user = await findUser(tx, userId);
  if (!user) throw new WireError(403, 'user_not_found', 'User not found');
  return { ...tokens, user: toWireUser(user) };
}

/** Begins a session inside the transaction that admits the person. */
export async function openSession(
  { sessions }: Wire,
  tx: Tx,
  { userId, method, client }: { userId: string; method: MethodName; client: Client },
): Promise<SessionReply> {
  const tokens = await sessions.open(tx, await userOf(tx, userId), method, client);
  return withUser(tx, tokens, userId);
}
