import { prepared, raw, sql, type Tx } from '@closingwire/chassis/pg';

/** Whether any row is corrected. */
const isAnyCorrected = (tx: Tx, table: 'agents' | 'closings') =>
  tx.returnsRow(prepared(sql`select from ${raw(table)} where corrections is not null limit 1`));

/** Gives the first row of a corrected agent in a further ZIP the corrections of the agent's other rows. */
async function correctNewAgents(tx: Tx): Promise<void> {
  if (!(await isAnyCorrected(tx, 'agents'))) return;
  await tx.execute(
    sql`update agents a set corrections = corrected(to_jsonb(a), k.given, now())
     from (
       select distinct on (s.zip, s.id) s.zip, s.id, corrections_of(s.identity_id) as given
       from agent_stage s order by s.zip, s.id) k
     where a.zip = k.zip and a.id = k.id and a.corrections is null and k.given is not null`,
  );
}

/** Gives further closings of a corrected sale the corrections of the sale. */
async function correctNewClosings(tx: Tx): Promise<void> {
  if (!(await isAnyCorrected(tx, 'closings'))) return;
  await tx.execute(
    sql`update closings c set corrections = corrected(to_jsonb(c), k.given, now())
     from (
       select distinct on (s.zip, s.id) s.zip, s.id, (
         select jsonb_object_agg(key, value -> 'is') from jsonb_each(known.corrections)) as given
       from closing_stage s
         join closings known on known.zip = s.zip and known.sale_id = s.sale_id and known.corrections is not null
       order by s.zip, s.id, known.updated_at desc) k
     where c.zip = k.zip and c.id = k.id and c.corrections is null`,
  );
}

/** Corrects new rows of corrected agents and sales. Costs two looks while no row is corrected. */
export async function correctNewRows(tx: Tx): Promise<void> {
  await correctNewAgents(tx);
  await correctNewClosings(tx);
}
