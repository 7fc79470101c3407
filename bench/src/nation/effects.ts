import { raw, sql } from '@closingwire/chassis/pg';
import pg from 'pg';

/** Reports the commit time of each new row, by the text of a column. `where` filters the row `new`. */
export async function watchCommits(
  url: string,
  { table, column, where = 'true' }: { table: string; column: string; where?: string },
): Promise<{ at: Map<string, number>; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const channel = `bench_${table}`;
  await client.query(sql`
    create or replace function ${raw(channel)}() returns trigger language plpgsql as $$
    begin
      if ${raw(where)} then perform pg_notify('${raw(channel)}', new.${raw(column)}::text); end if;
      return null;
    end $$;
    create or replace trigger ${raw(channel)} after insert or update on ${raw(table)} for each row execute function ${raw(channel)}();
    listen ${raw(channel)}`);
  client.on('error', () => {});
  const at = new Map<string, number>();
  client.on('notification', ({ payload }) => {
    if (payload !== undefined && !at.has(payload)) at.set(payload, performance.now());
  });
  return {
    at,
    async stop() {
      await client.query(sql`drop trigger ${raw(channel)} on ${raw(table)}; drop function ${raw(channel)}()`);
      await client.end();
    },
  };
}

/** Calls `act` at a steady rate without waiting for earlier calls; resolves when all have finished. */
export async function paced(
  { perSecond, count }: { perSecond: number; count: number },
  act: (n: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const wait = startedAt + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    running.push(act(n));
  }
  await Promise.all(running);
}
