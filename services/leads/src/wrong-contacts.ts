import { type Sql, sql } from '@closingwire/chassis/pg';

/** Selects when a contact was confirmed as wrong. */
export const wrongOf = (hash: Sql): Sql =>
  sql`select e.checked_at from contact_evidence e where e.hash = ${hash} and e.about = 'wrong'`;

/** JSON of the contacts of an agent `a` that an admin confirmed as wrong; null without any. */
export const WRONG_CONTACTS: Sql = sql`(
  select json_agg(w.field order by w.field) from (values ('email', contact_hash('email', a.email)),
    ('mobile', contact_hash('phone', a.mobile)), ('phone', contact_hash('phone', a.phone))) w (field, hash)
  where exists (${wrongOf(sql`w.hash`)}))`;
