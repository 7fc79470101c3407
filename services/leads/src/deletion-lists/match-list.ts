import type { Clock } from '@closingwire/chassis/part';
import { type Pg, raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { type DeletionKind, deletionCodes } from '@closingwire/contracts/deletion-lists';
import { eraseAgents } from '../opt-out/erase.ts';
import { lockApplied } from '../opt-out/suppressions.ts';
import { countChange } from './store-list.ts';

type List = { id: string; kind: DeletionKind; state: 'matching' | 'hiding' | 'done' };

const lockList = (tx: Tx, id: string): Promise<List | undefined> =>
  tx.maybe<List>(sql`select id, kind, state from deletion_lists where id = ${id} for update`);

/** The contacts of an agent `a` by the kind of a list. */
const contactsOf: Record<DeletionKind, Sql> = {
  email: sql`a.email || coalesce(a.other_emails, '{}')`,
  phone: sql`array[a.mobile, a.phone] || coalesce(a.other_phones, '{}')`,
};

const MOST_MS = '15min';

/**
 * Finds the agents that a list names, in one scan of all agents: indexes for it would slow each load, and a list comes
 * every few weeks.
 */
async function findNamed(tx: Tx, { id, kind }: List): Promise<void> {
  await tx.execute(
    sql`select set_config('statement_timeout', ${MOST_MS}, true), set_config('work_mem', '64MB', true)`,
  );
  // The planner would look up each contact of each agent by the index, at five times the cost of a hash join.
  await tx.execute(sql`select set_config('enable_memoize', 'off', true)`);
  await tx.execute(
    sql`create temp table named on commit drop as
     select a.zip, a.id, d.position, a.identity_id as identity, lower(a.full_name) as name, a.license_number as license,
       contact_hash('${raw(kind)}', contact) as hash
     from agents a cross join lateral unnest(${contactsOf[kind]}) contact
       join deletion_records d on d.list_id = ${raw(`'${id}'::uuid`)} and d.hash = deletion_hash('${raw(kind)}', contact)`,
  );
}

/**
 * Gives the records of found agents their codes. Rows of one identity, name or license are one agent: each ZIP has its
 * own row. An identifier of several agents lets all of them opt out, and deletes no data.
 */
const setOutcomes = (tx: Tx, { id }: List) =>
  tx.execute(
    sql`update deletion_records d
     set outcome = case when n.is_one then ${deletionCodes.deleted}::smallint else ${deletionCodes.optedOut}::smallint end
     from (select position, count(distinct name) = 1 or
         count(distinct identity) = 1 and count(identity) = count(*) or
         count(distinct contact_hash('license', license)) = 1 and count(license) = count(*) as is_one
       from named group by position) n
     where d.list_id = ${id} and d.position = n.position`,
  );

const insertMatches = (tx: Tx, { id }: List) =>
  tx.execute(
    sql`insert into deletion_matches (list_id, zip, agent_id, is_deleted)
     select ${id}, n.zip, n.id, bool_or(d.outcome = ${deletionCodes.deleted})
     from named n join deletion_records d on d.list_id = ${id} and d.position = n.position group by n.zip, n.id`,
  );

/**
 * The contacts that identify the agents whose data the list deletes, as `kind`, `hash` and their `name`. Phones are left
 * out: many are an office's, and its other agents may come later.
 */
const contactsOfDeleted = (id: string) => sql`
  select distinct own.kind, own.hash, lower(a.full_name) as name from deletion_matches m
    join agents a on a.zip = m.zip and a.id = m.agent_id
    cross join lateral (
      select 'email' as kind, unnest(array[contact_hash('email', a.email)] || contact_hashes('email', a.other_emails)) as hash
      union all
      select 'license', contact_hash('license', a.license_number)) own
  where m.list_id = ${id} and m.is_deleted and own.hash is not null`;

/** Selects the agents `a` with a contact hash, through one index each. */
const havingContact = (hash: Sql): Sql => sql`
  select a.zip, a.id, a.full_name from agents a where contact_hash('email', a.email) = ${hash} and a.email is not null
  union all
  select a.zip, a.id, a.full_name from agents a
    where contact_hash('license', a.license_number) = ${hash} and a.license_number is not null
  union all
  select a.zip, a.id, a.full_name from agents a
    where contact_hashes('email', a.other_emails) && array[${hash}] and a.other_emails is not null`;

/**
 * Adds the other rows of the deleted agents: of their identity, of an identity that an earlier list deleted, or of the
 * same name with one of their contacts.
 */
async function addOtherRows(tx: Tx, { id }: List): Promise<void> {
  await tx.execute(
    sql`insert into deletion_matches (list_id, zip, agent_id, is_deleted)
     select distinct ${id}::uuid, other.zip, other.id, true
     from (${contactsOfDeleted(id)}) own cross join lateral (${havingContact(sql`own.hash`)}) other
     where lower(other.full_name) = own.name
     on conflict (list_id, zip, agent_id) do update set is_deleted = true`,
  );
  await tx.execute(
    sql`insert into deletion_matches (list_id, zip, agent_id, is_deleted)
     select ${id}::uuid, a.zip, a.id, true from agents a
     where not a.is_deleted and a.identity_id in (
       select d.identity_id from deletion_matches m join agents d on d.zip = m.zip and d.id = m.agent_id
       where m.list_id = ${id} and m.is_deleted
       union select identity_id from agents where is_deleted)
     on conflict (list_id, zip, agent_id) do update set is_deleted = true`,
  );
}

/**
 * Suppresses the contacts that the list named and, to know the deleted agents again, the others that identify them and
 * that nobody else has. All that stays of them is these hashes.
 */
const addSuppressions = (tx: Tx, { id, kind }: List, now: Date) =>
  tx.execute(
    sql`insert into suppressions (request_id, created_at, kind, hash)
     select ${id}::uuid, ${now}::timestamptz, kind, hash from (
       select ${kind}::text as kind, hash from named
       union
       select own.kind, own.hash from (${contactsOfDeleted(id)}) own
       where not exists (select from (${havingContact(sql`own.hash`)}) other where not exists (
         select from deletion_matches m
         where m.list_id = ${id} and m.zip = other.zip and m.agent_id = other.id and m.is_deleted))) s
     on conflict do nothing`,
  );

const setCounts = (tx: Tx, { id }: List) =>
  tx.execute(
    sql`update deletion_lists set state = 'hiding', deleted = n.deleted, opted_out = n.opted_out
     from (select count(*) filter (where outcome = ${deletionCodes.deleted}) as deleted,
         count(*) filter (where outcome = ${deletionCodes.optedOut}) as opted_out
       from deletion_records where list_id = ${id}) n
     where id = ${id}`,
  );

/** Decides every record in one transaction: a later run would not find the agents whose data are deleted. */
const decide = (pg: Pg, listId: string, now: Date) =>
  pg.transaction(async tx => {
    const list = await lockList(tx, listId);
    if (list?.state !== 'matching') return;
    await findNamed(tx, list);
    await setOutcomes(tx, list);
    await insertMatches(tx, list);
    await addOtherRows(tx, list);
    await addSuppressions(tx, list, now);
    await setCounts(tx, list);
    await countChange(tx, listId);
  });

const AGENTS_AT_ONCE = 500;

/** Hides some of the found agents and deletes the data of those whose data the list deletes. Returns their number. */
async function hideSome(pg: Pg, listId: string): Promise<number> {
  return pg.transaction(async tx => {
    await lockApplied(tx);
    const some = await tx.query<{ zip: string; id: string; isDeleted: boolean }>(
      sql`delete from deletion_matches where (list_id, zip, agent_id) in (
         select list_id, zip, agent_id from deletion_matches where list_id = ${listId}
         order by zip, agent_id limit ${AGENTS_AT_ONCE})
       returning zip, agent_id as id, is_deleted as "isDeleted"`,
    );
    await hide(tx, some);
    const deleted = some.filter(({ isDeleted }) => isDeleted);
    await eraseAgents(tx, sql`select * from ${rowsOf(deleted)}`);
    return some.length;
  });
}

type Row = { zip: string; id: string };

/** The rows `k` of these agents. */
const rowsOf = (agents: readonly Row[]) =>
  sql`unnest(${agents.map(({ zip }) => zip)}::text[], ${agents.map(({ id }) => id)}::uuid[]) as k (zip, id)`;

async function hide(tx: Tx, agents: readonly Row[]): Promise<void> {
  await tx.execute(
    sql`update agents a set is_suppressed = true, updated_at = now() from ${rowsOf(agents)}
     where a.zip = k.zip and a.id = k.id and not a.is_suppressed`,
  );
  await tx.execute(
    sql`update closings c set is_suppressed = true, updated_at = now() from ${rowsOf(agents)}
     where c.zip = k.zip and c.agent_id = k.id and not c.is_suppressed`,
  );
  await tx.execute(
    sql`update lead_flags f set agent_email = null, agent_phone = null from ${rowsOf(agents)}
     where f.zip = k.zip and f.agent_id = k.id`,
  );
}

/** Processes a stored list. Killed, it continues where it was; run again, it changes nothing. */
export async function matchList({ pg, clock }: { pg: Pg; clock: Clock }, listId: string): Promise<void> {
  await decide(pg, listId, clock());
  while ((await hideSome(pg, listId)) > 0);
  const now = clock();
  await pg.execute(
    sql`update deletion_lists set state = 'done', finished_at = ${now},
       replied_at = coalesce(replied_at, case when record_count = 0 then ${now}::timestamptz end)
     where id = ${listId} and state = 'hiding'`,
  );
}
