import type { Tx } from '@closingwire/chassis/pg';

/**
 * The ids of those who can act as admins, held until the transaction ends, so that two admins cannot take the
 * role from each other at once. Call it before any account is locked.
 */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from users
     where is_admin and status = 'active' and deleted_at is null and email_confirmed_at is not null
     order by id for update`,
    [],
  );
  return rows.map(row => row.id);
}
