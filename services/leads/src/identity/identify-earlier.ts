import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { mergeAgentsJob } from '../jobs.ts';
import { identifyStored } from './identify.ts';
import { factsOf, findStoredAgents } from './stored-agents.ts';

const ROWS_AT_ONCE = 2_000;

/** Identifies the next rows from before agents were one person. Returns how many there were. */
async function identifySome(tx: Tx): Promise<number> {
  const rows = await findStoredAgents(
    tx,
    sql`identity_id is null order by zip, id limit ${ROWS_AT_ONCE} for update`,
  );
  const identities = await identifyStored(tx, rows.map(factsOf));
  const doubles = await tx.query<{ identityId: string }>(
    sql`with identified as (
       update agents a set identity_id = w.identity_id
       from unnest(${rows.map(({ zipCode }) => zipCode)}::text[], ${rows.map(({ id }) => id)}::uuid[], ${identities}::uuid[])
         as w (zip, id, identity_id)
       where a.zip = w.zip and a.id = w.id and a.identity_id is null
       returning a.zip, a.id, a.identity_id)
     select distinct identity_id as "identityId" from (
       select zip, identity_id from identified group by 1, 2 having count(*) > 1
       union all
       select i.zip, i.identity_id from identified i join agents o
         on o.zip = i.zip and o.identity_id = i.identity_id and o.id <> i.id) d`,
  );
  for (const { identityId } of doubles)
    await mergeAgentsJob.enqueue(tx, { from: identityId, into: identityId });
  return rows.length;
}

/**
 * Identifies the agents of rows from before agents were one person, some at a time, so that loads and lists go on.
 * Rows that a ZIP has twice for one agent are joined by jobs. Running it again goes on where it stopped.
 */
export async function identifyEarlier(pg: Pg): Promise<void> {
  while ((await pg.transaction(identifySome)) === ROWS_AT_ONCE);
}
