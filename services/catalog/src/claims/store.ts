import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { ClaimedZip } from '@closingwire/contracts/catalog';
import type { Claim, CurrentClaim } from './rules.ts';

const columns = sql`id, zip_code as "zipCode", industry, user_id as "userId", state, assigned_by as "assignedBy",
  intent_id as "intentId", subscription_id as "subscriptionId", held_until as "heldUntil", version`;

const ownerDeleted = sql`exists (select from users u where u.id = claims.user_id and u.status = 'deleted')`;

/** Returns the claims of an industry on these ZIPs that are not released: at most one per ZIP. */
export function currentClaims(
  tx: Tx,
  industry: string,
  zipCodes: readonly string[],
): Promise<CurrentClaim[]> {
  return tx.query<CurrentClaim>(
    sql`select ${columns}, ${ownerDeleted} as "isOwnerDeleted" from claims
     where industry = ${industry} and zip_code = any(${zipCodes}) and state <> 'released'`,
  );
}

export function findClaim(db: Queries, claimId: string): Promise<Claim | undefined> {
  return db.maybe<Claim>(sql`select ${columns} from claims where id = ${claimId}`);
}

export function currentClaimsOf(tx: Tx, userId: string): Promise<Claim[]> {
  return tx.query<Claim>(
    sql`select ${columns} from claims where user_id = ${userId} and state <> 'released' order by zip_code`,
  );
}

/** Claims of deleted users and of canceled subscriptions. */
const stray = sql`state <> 'released' and (${ownerDeleted}
  or exists (select from subscriptions s where s.id = claims.subscription_id and s.cancelled_at is not null))`;

export async function ownersOfStrays(db: Queries): Promise<string[]> {
  const rows = await db.query<{ userId: string }>(
    sql`select distinct user_id as "userId" from claims where ${stray} order by user_id`,
  );
  return rows.map(({ userId }) => userId);
}

export function straysOf(tx: Tx, userId: string): Promise<Claim[]> {
  return tx.query<Claim>(
    sql`select ${columns} from claims where user_id = ${userId} and ${stray} order by zip_code`,
  );
}

/** Returns the claims that it released, with their new versions. */
export async function releaseClaims(tx: Tx, claimIds: readonly string[], now: Date): Promise<Claim[]> {
  if (claimIds.length === 0) return [];
  return tx.query<Claim>(
    sql`update claims set state = 'released', held_until = null, version = version + 1, changed_at = ${now}
     where id = any(${claimIds}) and state <> 'released' returning ${columns}`,
  );
}

/** Returns the user of an order's holds; undefined without a hold. */
export async function holderOf(db: Queries, intentId: string): Promise<string | undefined> {
  const row = await db.maybe<{ userId: string }>(
    sql`select user_id as "userId" from claims where intent_id = ${intentId} and state = 'held' limit 1`,
  );
  return row?.userId;
}

/** Releases the holds of an order. The caller holds the lock of the order's user. */
export async function releaseHolds(tx: Tx, intentId: string, now: Date): Promise<void> {
  await tx.execute(
    sql`update claims set state = 'released', held_until = null, version = version + 1, changed_at = ${now}
     where intent_id = ${intentId} and state = 'held'`,
  );
}

export type HoldTerms = { intentId: string; userId: string; industry: string; heldUntil: Date };

export async function insertHolds(
  tx: Tx,
  holds: readonly Pick<ClaimedZip, 'claimId' | 'zipCode'>[],
  terms: HoldTerms,
  now: Date,
): Promise<void> {
  if (holds.length === 0) return;
  await tx.execute(
    sql`insert into claims
       (id, zip_code, industry, user_id, state, assigned_by, intent_id, held_until, created_at, changed_at)
     select claim_id, zip_code, ${terms.industry}, ${terms.userId}, 'held', 'subscription', ${terms.intentId},
       ${terms.heldUntil}, ${now}, ${now}
     from unnest(${holds.map(hold => hold.claimId)}::uuid[], ${holds.map(hold => hold.zipCode)}::text[])
       as new (claim_id, zip_code)`,
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
    sql`update claims set intent_id = ${terms.intentId}, held_until = ${terms.heldUntil}, changed_at = ${now}
     where id = any(${claimIds}) and state = 'held'`,
  );
}

export type NewClaim = Pick<
  Claim,
  'id' | 'zipCode' | 'industry' | 'userId' | 'assignedBy' | 'subscriptionId'
>;

/** Inserts a confirmed claim, or confirms the existing one and raises its version. */
export const confirmClaim = (tx: Tx, claim: NewClaim, now: Date): Promise<Claim> =>
  settleClaim(tx, claim, 'confirmed', now);

/** Inserts a refused claim, so that the event of the refusal has a version of its own. */
export const refuseClaim = (tx: Tx, claim: NewClaim, now: Date): Promise<Claim> =>
  settleClaim(tx, claim, 'released', now);

const settleClaim = (tx: Tx, claim: NewClaim, state: 'confirmed' | 'released', now: Date) =>
  tx.one<Claim>(
    sql`insert into claims
       (id, zip_code, industry, user_id, state, assigned_by, subscription_id, created_at, changed_at)
     values (${claim.id}, ${claim.zipCode}, ${claim.industry}, ${claim.userId}, ${state}, ${claim.assignedBy},
       ${claim.subscriptionId}, ${now}, ${now})
     on conflict (id) do update set state = excluded.state, subscription_id = excluded.subscription_id,
       held_until = null, version = claims.version + 1, changed_at = excluded.changed_at
     returning ${columns}`,
  );

export async function bindSubscription(tx: Tx, claimId: string, subscriptionId: string): Promise<void> {
  await tx.execute(sql`update claims set subscription_id = ${subscriptionId} where id = ${claimId}`);
}
