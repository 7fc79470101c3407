import type { Clock } from '@closingwire/chassis/part';
import { type Pg, type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';

/**
 * Loads and uploads run concurrently. A load compares its agents with all lists as its last step. From then to its commit it
 * holds this lock, shared with other loads. An upload holds it alone, from its last step to its commit; the
 * search for its agents follows the commit. So either the search sees the agents of a load, or the load sees the list.
 */
const OWN_LISTS_LOCK = 7_224_307;

/** The last step of a transaction that stores entries. */
export const lockOwnLists = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(${OWN_LISTS_LOCK})`);

/** Selects the hashes of the contacts of an agent `a`. */
const HASHES = sql`
  select own_list_hash(contact_hash('email', contact)) as hash
  from unnest(array[a.email] || coalesce(a.other_emails, '{}')) contact where contact is not null
  union all
  select own_list_hash(contact_hash('phone', contact))
  from unnest(array[a.mobile, a.phone] || coalesce(a.other_phones, '{}')) contact where contact is not null`;

/** Inserts hits, selected as `account_id`, `zip`, `id`, `identity_id` and `list_id`, with the agents' rows in other ZIPs. */
const insertHits = (hits: Sql) => sql`
  with hits as materialized (${hits})
  insert into own_list_agents (account_id, zip, agent_id, list_id)
  select account_id, zip, id, list_id from hits
  union
  select h.account_id, other.zip, other.id, h.list_id from hits h join agents other on other.identity_id = h.identity_id
  on conflict do nothing`;

/** Leaves the agents of a load out for the accounts whose lists have them. Costs one look while there are no lists. */
export async function leaveOutStaged(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${OWN_LISTS_LOCK})`);
  if (!(await tx.returnsRow(sql`select from own_lists limit 1`))) return;
  const staged = sql`agent_stage t join agents a on a.zip = t.zip and a.id = t.id`;
  await tx.execute(
    insertHits(sql`
      select l.account_id, a.zip, a.id, a.identity_id, l.id as list_id
      from ${staged} cross join lateral (${HASHES}) k
        join own_list_entries e on e.hash = k.hash join own_lists l on l.id = e.list_id
      union
      select m.account_id, a.zip, a.id, a.identity_id, m.list_id
      from ${staged} join agents known on known.identity_id = a.identity_id
        join own_list_agents m on m.zip = known.zip and m.agent_id = known.id`),
  );
}

const MOST_MS = '15min';

/** Finds the rows of the agents of a list, as `own_hits`. Reads all agents, and locks none of them nor the list. */
async function findHits(tx: Tx, listId: string): Promise<void> {
  await tx.execute(
    sql`select set_config('statement_timeout', ${MOST_MS}, true), set_config('work_mem', '64MB', true)`,
  );
  await tx.execute(sql`create temp table own_hits (zip text, id uuid) on commit drop`);
  await tx.execute(
    sql`insert into own_hits
     select distinct a.zip, a.id from own_list_entries e
       join (select a.zip, a.id, k.hash from agents a cross join lateral (${HASHES}) k) a on a.hash = e.hash
     where e.list_id = ${listId}`,
  );
}

/**
 * Finds the agents of a list in every ZIP: the account may add any. A list that is removed or replaced during the search
 * leaves nobody out. Run again, it changes nothing.
 */
export const matchOwnList = (pg: Pg, clock: Clock, listId: string): Promise<void> =>
  pg.transaction(async tx => {
    if (!(await tx.returnsRow(sql`select from own_lists where id = ${listId}`))) return;
    await findHits(tx, listId);
    const list = await tx.maybe<{ accountId: string }>(
      sql`select account_id as "accountId" from own_lists where id = ${listId} for update`,
    );
    if (!list) return;
    await lockOwnLists(tx);
    // Two agents may have proved to be one since the search.
    await tx.execute(
      insertHits(sql`
        select ${list.accountId}::uuid as account_id, a.zip, a.id, a.identity_id, ${listId}::uuid as list_id
        from own_hits h join agents a on a.zip = h.zip and a.id = h.id`),
    );
    // Until here the agents of the replaced list stayed out.
    await tx.execute(
      sql`delete from own_list_agents m where m.account_id = ${list.accountId}
         and not exists (select from own_lists l where l.id = m.list_id)`,
    );
    await tx.execute(sql`update own_lists set matched_at = ${clock()} where id = ${listId}`);
  });

/** Gives all rows of an agent who was two the lists of both. */
export async function spreadOwnLists(db: Queries, identityId: string): Promise<void> {
  await db.execute(
    insertHits(sql`
      select m.account_id, a.zip, a.id, a.identity_id, m.list_id
      from agents a join own_list_agents m on m.zip = a.zip and m.agent_id = a.id where a.identity_id = ${identityId}`),
  );
}

type Joined = { zipCode: string; keep: string; other: string };

/** Moves what accounts keep about a row that is joined with another one of its ZIP. */
export async function moveOwnRows(tx: Tx, { zipCode, keep, other }: Joined): Promise<void> {
  await tx.execute(
    sql`insert into own_list_agents (account_id, zip, agent_id, list_id)
     select account_id, zip, ${keep}::uuid, list_id from own_list_agents where zip = ${zipCode} and agent_id = ${other}
     on conflict do nothing`,
  );
  await tx.execute(sql`delete from own_list_agents where zip = ${zipCode} and agent_id = ${other}`);
  await tx.execute(
    sql`update kept_export_parts set agent_ids = array_replace(agent_ids, ${other}::uuid, ${keep}::uuid)
     where zip = ${zipCode} and ${other}::uuid = any(agent_ids)`,
  );
}
