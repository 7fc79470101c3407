import type { Queries, Tx } from '@closingwire/chassis/pg';

export type FactorSecret = {
  id: string;
  secret: string;
  status: 'unverified' | 'verified';
  /** The time step of the newest code that was used; null before the first. */
  lastStep: number | null;
};
export type Challenge = { id: string; ip: string; createdAt: Date; verifiedAt: Date | null };

export async function insertTotpFactor(
  tx: Tx,
  factor: { id: string; userId: string; friendlyName: string; secret: string },
): Promise<void> {
  await tx.execute(
    `insert into mfa_factors (id, user_id, friendly_name, factor_type, secret) values ($1, $2, $3, 'totp', $4)`,
    [factor.id, factor.userId, factor.friendlyName, factor.secret],
  );
}

export function lockFactor(tx: Tx, userId: string, id: string): Promise<FactorSecret | undefined> {
  return tx.maybe<FactorSecret>(
    'select id, secret, status, last_step as "lastStep" from mfa_factors where id = $1 and user_id = $2 for update',
    [id, userId],
  );
}

export async function insertChallenge(
  tx: Tx,
  challenge: { id: string; factorId: string; ip: string; createdAt: Date },
): Promise<void> {
  await tx.execute('insert into mfa_challenges (id, factor_id, ip, created_at) values ($1, $2, $3, $4)', [
    challenge.id,
    challenge.factorId,
    challenge.ip,
    challenge.createdAt,
  ]);
  await tx.execute('update mfa_factors set last_challenged_at = $2 where id = $1', [
    challenge.factorId,
    challenge.createdAt,
  ]);
}

export function findChallenge(pg: Queries, factorId: string, id: string): Promise<Challenge | undefined> {
  return pg.maybe<Challenge>(
    `select id, host(ip) as ip, created_at as "createdAt", verified_at as "verifiedAt"
     from mfa_challenges where id = $1 and factor_id = $2`,
    [id, factorId],
  );
}

/** Marks challenge and factor as passed, and forgets enrolments that were never finished. */
export async function passChallenge(
  tx: Tx,
  { userId, factorId, challengeId }: { userId: string; factorId: string; challengeId: string },
  now: Date,
): Promise<void> {
  await tx.execute('update mfa_challenges set verified_at = $2 where id = $1', [challengeId, now]);
  await tx.execute(
    `update mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status <> 'verified'`,
    [factorId, now],
  );
  await tx.execute(`delete from mfa_factors where user_id = $1 and status = 'unverified'`, [userId]);
}

/** No code of this step or an earlier one works again. */
export async function saveFactorStep(tx: Tx, id: string, step: number): Promise<void> {
  await tx.execute('update mfa_factors set last_step = $2 where id = $1', [id, step]);
}

/** Removes the factor; sessions that rest on it fall back to one factor. */
export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `update sessions set aal = 'aal1', factor_id = null,
       amr = (select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(amr) entry
         where entry ->> 'method' <> 'totp')
     where factor_id = $1`,
    [id],
  );
  await tx.execute('delete from mfa_factors where id = $1', [id]);
}
