import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { Claim, StandingClaim } from './rules.ts';

const columns = `id, zip_code as "zipCode", industry, user_id as "userId", state, assigned_by as "assignedBy",
  intent_id as "intentId", subscription_id as "subscriptionId", held_until as "heldUntil", version`;

/** Never true again of one that is not: nobody comes back from a deletion. */
const ownerDeleted = `exists (select from people p where p.id = claims.user_id and p.status = 'deleted')`;

/** The claims that stand on these ZIPs in one industry, holds that ran out included: at most one a ZIP. */
export function standingClaims(
  tx: Tx,
  industry: string,
  zipCodes: readonly string[],
): Promise<StandingClaim[]> {
  return tx.query<StandingClaim>(
    `select ${columns}, ${ownerDeleted} as "isOwnerDeleted" from claims where industry = $1 and zip_code = any($2) and state <> 'released'`,
    [industry, zipCodes],
  );
}

export function findClaim(db: Queries, claimId: string): Promise<Claim | undefined> {
  return db.maybe<Claim>(`select ${columns} from claims where id = $1`, [claimId]);
}

export function standingClaimsOf(tx: Tx, userId: string): Promise<Claim[]> {
  return tx.query<Claim>(
    `select ${columns} from claims where user_id = $1 and state <> 'released' order by zip_code`,
    [userId],
  );
}

const stray = `state <> 'released' and (${ownerDeleted}
  or exists (select from subscriptions s where s.id = claims.subscription_id and s.cancelled_at is not null))`;

/** The users who have claims that should have ended: they were deleted, or the subscription of a claim was cancelled. */
export async function ownersOfStrays(db: Queries): Promise<string[]> {
  const rows = await db.query<{ userId: string }>(
    `select distinct user_id as "userId" from claims where ${stray} order by user_id`,
  );
  return rows.map(({ userId }) => userId);
}

/** Such claims of one user. */
export function straysOf(tx: Tx, userId: string): Promise<Claim[]> {
  return tx.query<Claim>(`select ${columns} from claims where user_id = $1 and ${stray} order by zip_code`, [
    userId,
  ]);
}

/** Ends what these claims hold. Their versions rise. */
export async function releaseClaims(tx: Tx, claimIds: readonly string[], now: Date): Promise<Claim[]> {
  if (claimIds.length === 0) return [];
  return tx.query<Claim>(
    `update claims set state = 'released', held_until = null, version = version + 1, changed_at = $2
     where id = any($1) and state <> 'released' returning ${columns}`,
    [claimIds, now],
  );
}

/** The user whose open holds an order has; undefined when it has none. */
export async function holderOf(db: Queries, intentId: string): Promise<string | undefined> {
  const row = await db.maybe<{ userId: string }>(
    `select user_id as "userId" from claims where intent_id = $1 and state = 'held' limit 1`,
    [intentId],
  );
  return row?.userId;
}

/** Ends what an order holds and has not confirmed; its user is locked. */
export async function releaseHolds(tx: Tx, intentId: string, now: Date): Promise<void> {
  await tx.execute(
    `update claims set state = 'released', held_until = null, version = version + 1, changed_at = $2
     where intent_id = $1 and state = 'held'`,
    [intentId, now],
  );
}

export type NewHold = { claimId: string; zipCode: string };
export type HoldTerms = { intentId: string; userId: string; industry: string; heldUntil: Date };

export async function insertHolds(
  tx: Tx,
  holds: readonly NewHold[],
  terms: HoldTerms,
  now: Date,
): Promise<void> {
  if (holds.length === 0) return;
  await tx.execute(
    `insert into claims (id, zip_code, industry, user_id, state, assigned_by, intent_id, held_until, created_at, changed_at)
     select claim_id, zip_code, $3, $4, 'held', 'subscription', $5, $6, $7, $7
     from unnest($1::uuid[], $2::text[]) as new (claim_id, zip_code)`,
    [
      holds.map(hold => hold.claimId),
      holds.map(hold => hold.zipCode),
      terms.industry,
      terms.userId,
      terms.intentId,
      terms.heldUntil,
      now,
    ],
  );
}

export async function extendHolds(
  tx: Tx,
  claimIds: readonly string[],
  terms: HoldTerms,
  now: Date,
): Promise<void> {
  if (claimIds.length === 0) return;
  await tx.execute(
    `update claims set intent_id = $2, held_until = $3, changed_at = $4 where id = any($1) and state = 'held'`,
    [claimIds, terms.intentId, terms.heldUntil, now],
  );
}

export type Confirming = Pick<
  Claim,
  'id' | 'zipCode' | 'industry' | 'userId' | 'assignedBy' | 'subscriptionId'
>;

/** Makes the claim theirs, new or not. Its version rises. */
export function confirmClaim(tx: Tx, claim: Confirming, now: Date): Promise<Claim> {
  return tx.one<Claim>(
    `insert into claims (id, zip_code, industry, user_id, state, assigned_by, subscription_id, created_at, changed_at)
     values ($1, $2, $3, $4, 'confirmed', $5, $6, $7, $7)
     on conflict (id) do update set state = 'confirmed', subscription_id = excluded.subscription_id,
       held_until = null, version = claims.version + 1, changed_at = excluded.changed_at
     returning ${columns}`,
    [claim.id, claim.zipCode, claim.industry, claim.userId, claim.assignedBy, claim.subscriptionId, now],
  );
}

/** Notes a claim that could not be had, so that its refusal carries a version of its own. */
export function refuseClaim(tx: Tx, claim: Confirming, now: Date): Promise<Claim> {
  return tx.one<Claim>(
    `insert into claims (id, zip_code, industry, user_id, state, assigned_by, subscription_id, created_at, changed_at)
     values ($1, $2, $3, $4, 'released', $5, $6, $7, $7)
     on conflict (id) do update set state = 'released', held_until = null, version = claims.version + 1,
       changed_at = excluded.changed_at
     returning ${columns}`,
    [claim.id, claim.zipCode, claim.industry, claim.userId, claim.assignedBy, claim.subscriptionId, now],
  );
}

export async function bindSubscription(tx: Tx, claimId: string, subscriptionId: string): Promise<void> {
  await tx.execute('update claims set subscription_id = $2 where id = $1', [claimId, subscriptionId]);
}
