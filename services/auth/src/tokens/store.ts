import type { Tx } from '@closingwire/chassis/pg';
import type { OneTimeToken } from './token.ts';

export type NewOneTimeToken = Omit<OneTimeToken, 'usedAt'> & { hash: string };

/** Adds the token; false when one with this id is there already. */
export async function insertOneTimeToken(tx: Tx, token: NewOneTimeToken): Promise<boolean> {
  const rows = await tx.query(
    `insert into one_time_tokens (id, user_id, purpose, token_hash, relates_to, payload, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do nothing returning id`,
    [token.id, token.userId, token.purpose, token.hash, token.relatesTo, token.payload, token.expiresAt],
  );
  return rows.length > 0;
}

/** The token, held against a second use until the transaction ends. */
export function lockOneTimeToken(tx: Tx, hash: string): Promise<OneTimeToken | undefined> {
  return tx.maybe<OneTimeToken>(
    `select id, user_id as "userId", purpose, relates_to as "relatesTo", payload, expires_at as "expiresAt",
       used_at as "usedAt"
     from one_time_tokens where token_hash = $1 for update`,
    [hash],
  );
}

/** Uses up every pending token of these purposes: one that worked makes the others worthless. */
export async function useUpTokens(
  tx: Tx,
  userId: string,
  purposes: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `update one_time_tokens set used_at = $3, payload = '{}'
     where user_id = $1 and purpose = any($2) and used_at is null`,
    [userId, purposes, now],
  );
}
