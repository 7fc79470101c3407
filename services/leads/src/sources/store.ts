import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import type { Source, SourceUse } from '@closingwire/contracts/sources';
import { FEED, type FeedJson, toFeed } from './feed-state.ts';

/** A source as an admin describes it. */
export type SourceDraft = Omit<
  Source,
  'id' | 'kind' | 'isValid' | 'keys' | 'lastDeliveryAt' | 'lastMapping' | 'feed'
>;

type SourceRow = Omit<Source, 'expiresAt' | 'lastDeliveryAt' | 'feed'> & {
  expiresAt: Date | null;
  lastDeliveryAt: Date | null;
  feed: FeedJson | null;
};

export const missingSource = () => new AppError('missing', 'not_found', 'There is no such source');

const COLUMNS = sql`s.id, s.kind, s.name, s.license, s.permitted_uses as "permittedUses", s.states,
  s.expires_at as "expiresAt", s.contact, s.must_be_named as "mustBeNamed", s.trust,
  (s.expires_at is null or s.expires_at > now()) as "isValid",
  array(select name from ingestion_keys k where k.source_id = s.id and k.revoked_at is null order by name) as keys,
  (select max(started_at) from batches b where b.source_id = s.id and b.undone_at is null) as "lastDeliveryAt",
  s.last_mapping as "lastMapping", ${FEED} as feed`;

const toSource = (row: SourceRow): Source => ({
  ...row,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastDeliveryAt: row.lastDeliveryAt?.toISOString() ?? null,
  feed: row.feed && toFeed(row.feed, row.isValid),
});

export async function listSources(db: Queries): Promise<Source[]> {
  return (await db.query<SourceRow>(sql`select ${COLUMNS} from sources s order by s.name`)).map(toSource);
}

/** Returns a source, or undefined if there is none. */
export async function findSource(db: Queries, id: number): Promise<Source | undefined> {
  const row = await db.maybe<SourceRow>(sql`select ${COLUMNS} from sources s where s.id = ${id}`);
  return row && toSource(row);
}

/** Returns the id of the new source, undefined if the name is taken. */
export async function insertSource(
  db: Queries,
  { kind, ...draft }: SourceDraft & Pick<Source, 'kind'>,
): Promise<number | undefined> {
  const row = await db.maybe<{ id: number }>(
    sql`insert into sources (kind, name, license, permitted_uses, states, expires_at, contact, must_be_named,
       trust)
     values (${kind}, ${draft.name}, ${draft.license}, ${draft.permittedUses}, ${draft.states}, ${draft.expiresAt},
       ${draft.contact}, ${draft.mustBeNamed}, ${draft.trust})
     on conflict (name) do nothing returning id`,
  );
  return row?.id;
}

/** Changes a source. Returns false if another source has the name. */
export async function updateSource(db: Queries, id: number, draft: SourceDraft): Promise<boolean> {
  return db.returnsRow(
    sql`update sources set name = ${draft.name}, license = ${draft.license}, permitted_uses = ${draft.permittedUses},
       states = ${draft.states}, expires_at = ${draft.expiresAt}, contact = ${draft.contact},
       must_be_named = ${draft.mustBeNamed}, trust = ${draft.trust}, updated_at = now()
     where id = ${id} and not exists (select from sources o where o.name = ${draft.name} and o.id <> ${id})
     returning id`,
  );
}

/** Keeps the columns that were chosen for a file: the next one of the source begins with them. */
export const keepMapping = (db: Queries, id: number, mapping: Source['lastMapping']): Promise<void> =>
  db.execute(
    sql`update sources set last_mapping = ${JSON.stringify(mapping)}::jsonb
     where id = ${id} and last_mapping <> ${JSON.stringify(mapping)}::jsonb`,
  );

/** The part of a license that receiving a delivery needs. */
export type Licensed = { sourceId: number; name: string; states: readonly string[] | null };

const LICENSED = sql`s.id as "sourceId", s.name, s.states`;

/** Returns the source of an ingestion key; undefined for a key that was deleted. */
export const sourceOfKey = (db: Queries, keyId: string): Promise<Licensed | undefined> =>
  db.maybe<Licensed>(
    sql`select ${LICENSED} from ingestion_keys k join sources s on s.id = k.source_id where k.id = ${keyId}`,
  );

/** Returns the source with this id. */
export const licensedSource = (db: Queries, id: number): Promise<Licensed | undefined> =>
  db.maybe<Licensed>(sql`select ${LICENSED} from sources s where s.id = ${id}`);

/** Returns the sources of the kind `file`, two at most. */
export const fileSources = (db: Queries): Promise<Licensed[]> =>
  db.query<Licensed>(sql`select ${LICENSED} from sources s where s.kind = 'file' order by s.id limit 2`);

const MUST_BE_NAMED = sql`select s.id from sources s where s.must_be_named`;

/** Whether a source must be named at all. */
export const ARE_SOURCES_NAMED: Sql = sql`exists (${MUST_BE_NAMED})`;

/**
 * The names of the sources of a closing `c` that must be named, as a text array. While no source must be named it costs
 * one look at the few sources, and nothing for each closing.
 */
export const NAMED_SOURCES: Sql = sql`case when ${ARE_SOURCES_NAMED} then array(select s.name from sources s
  where s.must_be_named and s.id = any(c.source_ids) order by s.name) else '{}' end`;

/** The condition that a source of a closing `c` must be named. */
export const IS_NAMED: Sql = sql`c.source_ids && array(${MUST_BE_NAMED})`;

/** Selects the sources whose license does not permit this use now, null if there are none. */
export const sourcesClosedTo = (use: SourceUse): Sql => sql`(select array_agg(s.id) from sources s
  where s.expires_at <= now() or not ${use}::text = any(s.permitted_uses))`;

/** The condition that a source still reports a closing `c`: sources can retract it. */
export const REPORTED: Sql = sql`c.source_ids is distinct from '{}'`;

/**
 * The condition that a source of a closing `c` permits this use. While all licenses are open it costs one look at the
 * few sources, and nothing for each closing.
 */
export const permittedFor = (use: SourceUse): Sql =>
  sql`(${sourcesClosedTo(use)} is null or not coalesce(c.source_ids <@ ${sourcesClosedTo(use)}, false))`;
