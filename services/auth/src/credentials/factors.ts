import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';

export type FactorSecret = {
  id: string;
  secret: string;
  status: 'unverified' | 'verified';
  /** The time step of the newest used code. */
  lastStep: number | null;
};
export type Challenge = { id: string; ip: string; createdAt: Date; verifiedAt: Date | null };

export async function insertTotpFactor(
  tx: Tx,
  factor: { id: string; userId: string; friendlyName: string; secret: string },
): Promise<void> {
  await tx.execute(
    sql`insert into mfa_factors (id, user_id, friendly_name, factor_type, secret)
     values (${factor.id}, ${factor.userId}, ${factor.friendlyName}, 'totp', ${factor.secret})`,
  );
}

export function lockFactor(tx: Tx, userId: string, id: string): Promise<FactorSecret | undefined> {
  return tx.maybe<FactorSecret>(
    sql`select id, secret, status, last_step as "lastStep" from mfa_factors
     where id = ${id} and user_id = ${userId} for update`,
  );
}

export async function insertChallenge(
  tx: Tx,
  challenge: { id: string; factorId: string; ip: string; createdAt: Date },
): Promise<void> {
  await tx.execute(
    sql`insert into mfa_challenges (id, factor_id, ip, created_at)
     values (${challenge.id}, ${challenge.factorId}, ${challenge.ip}, ${challenge.createdAt})`,
  );
  await tx.execute(
    sql`update mfa_factors set last_challenged_at = ${challenge.createdAt} where id = ${challenge.factorId}`,
  );
}

export function findChallenge(pg: Queries, factorId: string, id: string): Promise<Challenge | undefined> {
  return pg.maybe<Challenge>(
    sql`select id, host(ip) as ip, created_at as "createdAt", verified_at as "verifiedAt"
     from mfa_challenges where id = ${id} and factor_id = ${factorId}`,
  );
}

/** Marks challenge and factor as verified, and deletes unfinished enrollments. */
export async function passChallenge(
  tx: Tx,
  { userId, factorId, challengeId }: { userId: string; factorId: string; challengeId: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`update mfa_challenges set verified_at = ${now} where id = ${challengeId}`);
  await tx.execute(
    sql`update mfa_factors set status = 'verified', updated_at = ${now}
     where id = ${factorId} and status <> 'verified'`,
  );
  await tx.execute(sql`delete from mfa_factors where user_id = ${userId} and status = 'unverified'`);
}

/** Voids codes of this step and earlier ones. */
export async function saveFactorStep(tx: Tx, id: string, step: number): Promise<void> {
  await tx.execute(sql`update mfa_factors set last_step = ${step} where id = ${id}`);
}

/** Deletes the factor; its sessions fall back to one factor. */
export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    sql`update sessions set aal = 'aal1', factor_id = null,
       amr = (select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(amr) entry
         where entry ->> 'method' <> 'totp')
     where factor_id = ${id}`,
  );
  await tx.execute(sql`delete from mfa_factors where id = ${id}`);
}
