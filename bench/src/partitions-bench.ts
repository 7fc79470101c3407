import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { bestList } from './leads/best-list.ts';
import { startNationServers } from './nation/nation-platform.ts';

const RUNS = 300;
const LOADED = 100_000;
const AT_ONCE = 4_000;

type Layout = 'whole' | 'by_month';

/** A copy of the closings in a schema of its own, whole or by month, made in the order of the days. */
async function copyAs(client: pg.Client, layout: Layout): Promise<void> {
  await client.query(sql`drop schema if exists ${raw(layout)} cascade; create schema ${raw(layout)}`);
  const partition = layout === 'by_month' ? 'partition by range (sold_date)' : '';
  await client.query(
    sql`create table ${raw(layout)}.closings (like closings including all) ${raw(partition)}`,
  );
  if (layout === 'by_month') {
    await client.query(sql`do $$ declare day date; begin
      for day in select generate_series(date_trunc('month', current_date - 370), current_date, interval '1 month') loop
        execute format('create table by_month.%I partition of by_month.closings for values from (%L) to (%L)',
          'closings_' || to_char(day, 'YYYY_MM'), day, day + interval '1 month');
      end loop;
    end $$`);
  }
  await client.query(sql`insert into ${raw(layout)}.closings select * from closings`);
  await client.query(sql`vacuum analyze ${raw(layout)}.closings`);
}

const secondsOf = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
};

async function readMs(client: pg.Client, layout: Layout, values: unknown[]): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    taken.push((await secondsOf(() => client.query({ name: layout, text: bestList, values }))) * 1_000);
  }
  return taken.toSorted((a, b) => a - b)[RUNS / 2] ?? Number.NaN;
}

/** Rows of the last thirty days again, every other one as a sale of its own, in loads of the size that a worker makes. */
async function load(client: pg.Client): Promise<void> {
  for (let at = 0; at < LOADED; at += AT_ONCE) {
    await client.query(
      sql`insert into closings select (changed).* from (
         select jsonb_populate_record(closing, jsonb_build_object('price', coalesce((closing).price, 0) + 1,
           'id', case when n % 2 = 0 then (closing).id else gen_random_uuid() end)) as changed
         from (select c as closing, row_number() over () as n from closings c
           where sold_date > current_date - 30 order by zip, sold_date, id offset ${at} limit ${AT_ONCE}) numbered) made
       on conflict (zip, sold_date, id) do update set price = excluded.price, updated_at = now()`,
    );
  }
}

const dropOldest: Record<Layout, string[]> = {
  whole: [
    `delete from closings where sold_date < date_trunc('month', current_date - 300)`,
    'vacuum closings',
  ],
  by_month: [
    `do $$ declare part regclass; begin
       for part in select inhrelid::regclass from pg_inherits where inhparent = 'closings'::regclass
         and inhrelid::regclass::text < 'closings_' || to_char(current_date - 300, 'YYYY_MM') loop
         execute 'drop table ' || part;
       end loop;
     end $$`,
  ],
};

async function measureLayout(client: pg.Client, layout: Layout): Promise<Record<string, string>> {
  const made = await secondsOf(() => copyAs(client, layout));
  await client.query(sql`set search_path = ${raw(layout)}, public`);
  const { rows: sizes } = await client.query<{ rows_mb: number; indexes_mb: number }>(
    sql`select (sum(pg_table_size(c.oid)) / 1e6)::int as rows_mb, (sum(pg_indexes_size(c.oid)) / 1e6)::int as indexes_mb
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${layout} and c.relkind = 'r'`,
  );
  const { rows: picked } = await client.query<{ zip: string }>(
    sql`select zip from (select distinct zip from lead_lists) z order by md5(zip) limit 24`,
  );
  const zips = picked.map(({ zip }) => zip);
  const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const [week, year] = [
    await readMs(client, layout, [zips, since(7), 25, 0]),
    await readMs(client, layout, [zips, since(365), 25, 475]),
  ];
  const loaded = await secondsOf(() => load(client));
  const vacuumed = await secondsOf(() => client.query(sql`vacuum closings`));
  const dropped = await secondsOf(async () => {
    for (const sql of dropOldest[layout]) await client.query(sql);
  });
  await client.query(sql`reset search_path; drop schema ${raw(layout)} cascade`);
  return {
    'made, s': made.toFixed(0),
    'rows, MB': String(sizes[0]?.rows_mb),
    'indexes, MB': String(sizes[0]?.indexes_mb),
    'list of 24 ZIPs, 8 days, p50 ms': week.toFixed(2),
    'the same, a year, page 20, p50 ms': year.toFixed(2),
    'upsert of 100,000, rows/s': (LOADED / loaded).toFixed(0),
    'vacuum after it, s': vacuumed.toFixed(1),
    'the oldest five weeks go, s': dropped.toFixed(2),
  };
}

/** The closings of the nation as one table, and by month. */
export async function measure(): Promise<void> {
  const { servers, stop } = await startNationServers({ durable: true });
  const client = new pg.Client({
    connectionString: servers.postgresUrl('leads'),
    options: '-c plan_cache_mode=force_generic_plan',
  });
  try {
    await client.connect();
    await client.query(sql`set maintenance_work_mem = '256MB'`);
    const [whole, byMonth] = [await measureLayout(client, 'whole'), await measureLayout(client, 'by_month')];
    for (const [what, value] of Object.entries(whole)) {
      console.log(`| ${what} | ${value} | ${byMonth[what]} |`);
    }
  } finally {
    await client.end();
    await stop();
  }
}
