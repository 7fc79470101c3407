import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { Slot } from '../wire/verify-type.ts';

export type PendingToken = {
  userId: string;
  slot: Slot;
  relatesTo: string;
  payload: unknown;
  flowStateId: string | null;
  expiresAt: Date;
};

const SELECT = `
  select user_id as "userId", slot, relates_to as "relatesTo", payload, flow_state_id as "flowStateId",
    expires_at as "expiresAt"
  from pending_tokens`;

/** Keeps the token in the place of the one before it. */
export async function savePendingToken(
  tx: Tx,
  token: PendingToken & { hash: Buffer; createdAt: Date },
): Promise<void> {
  await tx.query(
    `insert into pending_tokens
       (user_id, slot, token_hash, relates_to, payload, flow_state_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, slot) do update set token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, payload = excluded.payload, flow_state_id = excluded.flow_state_id,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [
      token.userId,
      token.slot,
      token.hash,
      token.relatesTo,
      token.payload,
      token.flowStateId,
      token.createdAt,
      token.expiresAt,
    ],
  );
}

/** The token of one of these hashes, held against a second use until the transaction ends. */
export function lockPendingToken(
  tx: Tx,
  hashes: readonly Buffer[],
  slots: readonly Slot[],
): Promise<PendingToken | undefined> {
  return tx.maybe<PendingToken>(
    `${SELECT} where token_hash = any($1) and slot = any($2) order by slot limit 1 for update`,
    [hashes, slots],
  );
}

export function findPendingToken(pg: Queries, userId: string, slot: Slot): Promise<PendingToken | undefined> {
  return pg.maybe<PendingToken>(`${SELECT} where user_id = $1 and slot = $2`, [userId, slot]);
}

/** Removes the person's tokens of these kinds; all without them. */
export async function dropPendingTokens(tx: Tx, userId: string, slots?: readonly Slot[]): Promise<void> {
  await tx.query('delete from pending_tokens where user_id = $1 and ($2::text[] is null or slot = any($2))', [
    userId,
    slots ?? null,
  ]);
}
