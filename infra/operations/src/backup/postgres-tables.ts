import { Readable } from 'node:stream';
import { raw, sql } from '@closingwire/chassis/pg';
import pg from 'pg';

export type Table = {
  /** The name with its schema, for messages. */
  name: string;
  /** The quoted name, for statements. */
  sql: string;
  /** Stored columns, without generated ones. */
  columns: string[];
};

/** The product's schemas, without PostgreSQL's own. */
const ownSchemas = `nspname not in ('pg_catalog', 'information_schema', 'unfinished_restore')
  and nspname not like 'pg\\_toast%' and nspname not like 'pg\\_temp%'`;

/** Excludes objects that extensions create. */
const ofNoExtension = (catalog: string, oid: string) => `not exists (
  select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(sql`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${raw(ownSchemas)} and ${raw(ofNoExtension('pg_class', 'c.oid'))} order by 1, 2`);
  return rows.map(({ schema, name, columns }) => ({
    name: `${schema}.${name}`,
    sql: `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
    columns,
  }));
}

/** Returns the last value of each used sequence, by its quoted name. It may be ahead of the rows, never behind. */
export async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where last_value is not null`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export const listOf = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ');

export const textStream = (text: string) => Readable.from([Buffer.from(text)]);

/** Drops everything but extensions; needs only the owner's rights. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(sql`
    select 'drop schema ' || quote_ident(nspname) || ' cascade' as drop, 1 as turn
    from pg_namespace n where ${raw(ownSchemas)} and nspname <> 'public' and ${raw(ofNoExtension('pg_namespace', 'n.oid'))}
    union all
    select format('drop %s if exists %s cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      c.oid::regclass), case relkind when 'S' then 3 else 2 end
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and ${raw(ofNoExtension('pg_class', 'c.oid'))}
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure), 4
    from pg_proc p where pronamespace = 'public'::regnamespace and ${raw(ofNoExtension('pg_proc', 'p.oid'))}
    union all
    select format('drop type if exists %s cascade', t.oid::regtype), 5
    from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      and ${raw(ofNoExtension('pg_type', 't.oid'))}
    order by turn`);
  for (const { drop } of rows) await client.query(drop);
}
