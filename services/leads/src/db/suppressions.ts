import type { Tx } from '@closingwire/chassis/pg';

export type Contact = { email: string; phone?: string | undefined; licenseNumber?: string | undefined };

const LOCK = 7_224_301;

/** Rows that are being loaded now are waited for; rows loaded later see the list as it is then. */
async function lockOutLoading(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Keeps the suppression list as it is until the transaction ends; loaders do not hinder one another. */
export async function holdSuppressions(tx: Tx): Promise<{ isEmpty: boolean }> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [LOCK]);
  const { empty } = await tx.one<{ empty: boolean }>('select not exists (select from suppressions) as empty');
  return { isEmpty: empty };
}

/** Puts somebody on the suppression list, hides her closings and blanks her contact in reports about her. */
export async function suppress(tx: Tx, contact: Contact): Promise<void> {
  const { email, phone = null, licenseNumber = null } = contact;
  await lockOutLoading(tx);
  await tx.query(
    `insert into suppressions (hash, kind)
     select contact_hash(kind, value), kind
     from (values ('email', $1::text), ('phone', $2::text), ('license', $3::text)) as t (kind, value)
     where value is not null on conflict do nothing`,
    [email, phone, licenseNumber],
  );
  await tx.query(
    `with hidden as (
       update agents set is_suppressed = true, updated_at = now()
       where not is_suppressed and (
         contact_hash('email', email) = contact_hash('email', $1)
         or contact_hash('phone', mobile) = contact_hash('phone', $2)
         or contact_hash('phone', phone) = contact_hash('phone', $2)
         or contact_hash('license', license_number) = contact_hash('license', $3))
       returning zip, id
     ), hidden_closings as (
       update closings c set is_suppressed = true, updated_at = now()
       from hidden h where c.zip = h.zip and c.agent_id = h.id
     )
     update lead_flags f set agent_email = null, agent_phone = null
     from hidden h where f.zip = h.zip and f.agent_id = h.id`,
    [email, phone, licenseNumber],
  );
}
