import { prepared, sql, type Tx } from '@closingwire/chassis/pg';

/**
 * Gives the first row of a corrected agent in a further ZIP the corrections of the agent's other rows. Costs one look
 * while no agent is corrected.
 */
export async function correctNewRows(tx: Tx): Promise<void> {
  if (!(await tx.returnsRow(prepared(sql`select from agents where corrections is not null limit 1`)))) return;
  await tx.execute(
    sql`update agents a set corrections = corrected(to_jsonb(a), k.given, now())
     from (
       select distinct on (s.zip, s.id) s.zip, s.id, (
         select jsonb_object_agg(key, value -> 'is') from jsonb_each(known.corrections)) as given
       from agent_stage s join agents known on known.identity_id = s.identity_id and known.corrections is not null
       order by s.zip, s.id, known.updated_at desc) k
     where a.zip = k.zip and a.id = k.id and a.corrections is null`,
  );
}
