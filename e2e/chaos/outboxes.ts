import { until } from '@closingwire/chassis/testing';
import type { WholeAddresses } from '../platform/whole-addresses.ts';
import { rowsOf } from './look.ts';

const databases = ['auth', 'billing', 'catalog', 'leads', 'notifications'] as const;
const drainWithinMs = 300_000;

/** Returns the milliseconds until all events are sent that are in an outbox now. Throws after five minutes. */
export async function drainMs(whole: WholeAddresses): Promise<number> {
  const startedAt = Date.now();
  await Promise.all(
    databases.map(async database => {
      const [newest] = await rowsOf<{ id: number }>(whole, database, 'select max(id) as id from outbox');
      const left = 'select 1 from outbox where id <= $1 limit 1';
      const isDrained = async () => (await rowsOf(whole, database, left, [newest?.id])).length === 0;
      await until(isDrained, { timeoutMs: drainWithinMs, everyMs: 200 });
    }),
  );
  return Date.now() - startedAt;
}
