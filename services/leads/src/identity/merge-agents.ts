import type { Clock } from '@closingwire/chassis/part';
import { type Pg, type Queries, raw, sql, type Tx } from '@closingwire/chassis/pg';
import { leadFields } from '@closingwire/contracts/lead-fields';
import { eraseAgents } from '../opt-out/erase.ts';
import { moveOwnRows, spreadOwnLists } from '../own-lists/match.ts';
import { closingIdOf } from './closing-id.ts';
import { seenContacts } from './seen-contacts.ts';

/** Merges wait for each other: two of them can concern the same identities. */
const MERGE_LOCK = 7_224_305;

/** Until the commit, no other merge or split runs. */
export const lockMerges = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(${MERGE_LOCK})`);

/** Until the commit, no merge or split runs; several holders do not wait for each other. */
export const keepIdentities = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock_shared(${MERGE_LOCK})`);

/** Returns the identity that a merged one is part of now. */
export async function currentIdentity(db: Queries, id: string): Promise<string> {
  const row = await db.maybe<{ id: string }>(
    sql`with recursive chain (id, step) as (
       select ${id}::uuid, 0
       union all
       select m.into_id, c.step + 1 from chain c join agent_merges m on m.from_id = c.id where c.step < 100)
     select id from chain order by step desc limit 1`,
  );
  return row?.id ?? id;
}

type DoubleRow = { zipCode: string; keep: string; other: string };

/** Finds the ZIPs in which an agent has several rows; the first one is kept. */
const findDoubles = (tx: Tx, identityId: string) =>
  tx.query<DoubleRow>(
    sql`select zip as "zipCode", keep, id as other from (
       select zip, id, first_value(id) over (partition by zip order by received_at nulls first, id) as keep
       from agents where identity_id = ${identityId}) a
     where id <> keep order by zip, id`,
  );

type MovedClosing = { id: string; saleId: string; role: string; soldDate: string };

const agentFacts = leadFields
  .filter(({ stored }) => stored.table === 'agents')
  .map(({ stored }) => stored.column);
const fillBlanks = raw(agentFacts.map(name => `${name} = coalesce(k.${name}, o.${name})`).join(', '));

/** The sources and listings of both closings: each can retract its own. */
const unionOf = (name: 'source_ids' | 'listing_keys', other = 'c') =>
  raw(
    `case when k.${name} is null then ${other}.${name} when ${other}.${name} is null then k.${name}
      else array(select distinct unnest(k.${name} || ${other}.${name})) end`,
  );

/** The reports of both rows; of a source that reported both, that of the kept row. */
const bothReports = (other: string) => {
  const of = (row: string) => `coalesce(${row}.reports,
    first_reports(${row}.source_ids, facts_of(to_jsonb(${row})), ${row}.created_at, ${row}.received_at))`;
  return raw(`reports = case when k.reports is null and ${other}.reports is null
    and ${other}.source_ids is not distinct from k.source_ids then null else ${of(other)} || ${of('k')} end`);
};

/** A contact that the kept row lacks comes with its source and times. */
const fillSeen = raw(
  seenContacts
    .flatMap(contact =>
      ['source_id', 'first_seen_at', 'last_seen_at'].map(
        name =>
          `${contact}_${name} = case when k.${contact} is null then o.${contact}_${name} else k.${contact}_${name} end`,
      ),
    )
    .join(', '),
);

/** The kept closing is hidden if one of the two was, and has the corrections of both. */
const EITHER_HIDDEN = sql`hidden_at = coalesce(k.hidden_at, c.hidden_at),
  hidden_by = case when k.hidden_at is null then c.hidden_by else k.hidden_by end,
  corrections = joined_corrections(to_jsonb(k), to_jsonb(c))`;

/** Moves the closings and flags of one row to the other, and removes the row. */
async function joinRows(tx: Tx, { zipCode, keep, other }: DoubleRow): Promise<void> {
  const closings = await tx.query<MovedClosing>(
    sql`select id, sale_id as "saleId", agent_role as role, sold_date::text as "soldDate" from closings
     where zip = ${zipCode} and agent_id = ${other} order by id`,
  );
  for (const { id, saleId, role, soldDate } of closings) {
    const newId = closingIdOf(saleId, keep, role);
    await tx.execute(
      sql`update closings k set source_ids = ${unionOf('source_ids')}, listing_keys = ${unionOf('listing_keys')},
         ${bothReports('c')}, ${EITHER_HIDDEN}
       from closings c where c.zip = ${zipCode} and c.sold_date = ${soldDate}::date and c.id = ${id}
         and k.zip = c.zip and k.sold_date = c.sold_date and k.id = ${newId}`,
    );
    await tx.execute(
      sql`delete from closings c where c.zip = ${zipCode} and c.sold_date = ${soldDate}::date and c.id = ${id}
       and exists (select from closings k where k.zip = c.zip and k.sold_date = c.sold_date and k.id = ${newId})`,
    );
    await tx.execute(
      sql`update closings set id = ${newId}, agent_id = ${keep}
       where zip = ${zipCode} and sold_date = ${soldDate}::date and id = ${id}`,
    );
    await tx.execute(
      sql`insert into moved_closings (zip, from_id, to_id) values (${zipCode}, ${id}, ${newId})
       on conflict (zip, from_id) do update set to_id = excluded.to_id`,
    );
    await tx.execute(sql`update closing_changes set id = ${newId} where zip = ${zipCode} and id = ${id}`);
    await tx.execute(
      sql`update lead_flags set closing_id = ${newId}, version = version + 1
       where zip = ${zipCode} and closing_id = ${id}`,
    );
  }
  await tx.execute(
    sql`update lead_flags set agent_id = ${keep} where zip = ${zipCode} and agent_id = ${other}`,
  );
  await tx.execute(
    sql`update agents k set ${fillBlanks}, ${fillSeen}, ${bothReports('o')},
       source_ids = ${unionOf('source_ids', 'o')}, is_suppressed = k.is_suppressed or o.is_suppressed,
       corrections = joined_corrections(to_jsonb(k), to_jsonb(o)), updated_at = now()
     from agents o where k.zip = ${zipCode} and k.id = ${keep} and o.zip = k.zip and o.id = ${other}`,
  );
  for (const history of [sql`outcomes`, sql`watches`]) {
    await tx.execute(
      sql`update ${history} set row_id = ${keep} where zip = ${zipCode} and row_id = ${other}`,
    );
  }
  await moveOwnRows(tx, { zipCode, keep, other });
  await tx.execute(sql`delete from agents where zip = ${zipCode} and id = ${other}`);
  // Their earlier contacts are those of two agents: an undo leaves the merged ones.
  await tx.execute(sql`delete from agent_changes where zip = ${zipCode} and id in (${keep}, ${other})`);
  // A deletion list that is being processed found the removed row.
  await tx.execute(
    sql`insert into deletion_matches (list_id, zip, agent_id, is_deleted)
     select list_id, zip, ${keep}::uuid, is_deleted from deletion_matches
     where zip = ${zipCode} and agent_id = ${other}
     on conflict (list_id, zip, agent_id) do update set is_deleted = deletion_matches.is_deleted or excluded.is_deleted`,
  );
}

/** An opt-out of one row holds for the whole agent. */
async function spreadSuppression(tx: Tx, identityId: string): Promise<void> {
  await tx.execute(
    sql`update agents set is_suppressed = true, updated_at = now()
     where identity_id = ${identityId} and not is_suppressed
       and exists (select from agents s where s.identity_id = ${identityId} and s.is_suppressed)`,
  );
  await tx.execute(
    sql`update closings c set is_suppressed = true, updated_at = now() from agents a
     where a.identity_id = ${identityId} and a.is_suppressed and c.zip = a.zip and c.agent_id = a.id
       and not c.is_suppressed`,
  );
}

/** A correction of one row holds for the whole agent. */
async function spreadCorrections(tx: Tx, identityId: string): Promise<void> {
  await tx.execute(
    sql`update agents a set corrections = corrected(to_jsonb(a), k.given, now()), updated_at = now()
     from (select corrections_of(${identityId}) as given) k
     where a.identity_id = ${identityId} and not a.is_deleted and k.given is not null
       and exists (select from jsonb_each(k.given) g where a.corrections -> g.key -> 'is' is distinct from g.value)`,
  );
}

/** Moves outcomes, watches and known sales to the other agent. */
async function moveHistory(tx: Tx, from: string, into: string): Promise<void> {
  await tx.execute(sql`update outcomes set agent_id = ${into} where agent_id = ${from}`);
  // An account can have watched both.
  await tx.execute(
    sql`insert into watches (account_id, agent_id, zip, row_id, since)
     select account_id, ${into}, zip, row_id, since from watches where agent_id = ${from} on conflict do nothing`,
  );
  await tx.execute(
    sql`insert into known_sales (account_id, agent_id, sale_id, known_at)
     select account_id, ${into}, sale_id, known_at from known_sales where agent_id = ${from} on conflict do nothing`,
  );
  for (const table of [sql`watches`, sql`known_sales`]) {
    await tx.execute(sql`delete from ${table} where agent_id = ${from}`);
  }
}

/** Points keys and rows of one identity to another. */
async function moveIdentity(tx: Tx, from: string, into: string, now: Date): Promise<void> {
  await tx.execute(
    sql`insert into agent_merges (from_id, into_id, merged_at) values (${from}, ${into}, ${now})
     on conflict do nothing`,
  );
  await tx.execute(sql`update agent_keys set identity_id = ${into} where identity_id = ${from}`);
  // In the order of loads, which lock agents by ZIP.
  await tx.query(sql`select from agents where identity_id in (${from}, ${into}) order by zip, id for update`);
  await moveHistory(tx, from, into);
  await tx.execute(sql`update agents set identity_id = ${into} where identity_id = ${from}`);
}

/**
 * Makes two identities one: their keys, their rows in every ZIP, closings, flags, opt-outs and deletions. Running it again changes
 * nothing, and it corrects rows that a load stored meanwhile under the earlier identity. Of one identity, it joins the
 * rows that a ZIP has twice.
 */
export function mergeAgents(
  pg: Pg,
  clock: Clock,
  { from, into }: { from: string; into: string },
): Promise<void> {
  return pg.transaction(async tx => {
    await lockMerges(tx);
    const current = await currentIdentity(tx, into);
    if (from !== current) await moveIdentity(tx, from, current, clock());
    const ofAgent = sql`select zip, id from agents where identity_id = ${current}`;
    const isDeleted = await tx.returnsRow(sql`${ofAgent} and is_deleted limit 1`);
    for (const double of await findDoubles(tx, current)) await joinRows(tx, double);
    await spreadSuppression(tx, current);
    await spreadCorrections(tx, current);
    await spreadOwnLists(tx, current);
    if (isDeleted) await eraseAgents(tx, ofAgent);
  });
}
