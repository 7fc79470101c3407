import { until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import type pg from 'pg';
import { seededRandom } from '../seeded-random.ts';
import { compareBooks, type Difference } from './books.ts';
import type { Command, History, Step } from './history.ts';
import { openStep, submitOrder } from './order.ts';
import { readBooks } from './read-books.ts';
import { comeToRest } from './rest.ts';
import { runHistory } from './run-history.ts';
import type { MoneyServices } from './services.ts';
import { openStage, type Stage } from './stage.ts';

const together = (...commands: Command[]): Step => commands.map(command => ({ command, afterMs: 0 }));
const order = (...zips: number[]): Command => ({ kind: 'order', user: 0, zips });

const of = (beginning: History['beginnings'][number], ...steps: Step[]): History => ({
  beginnings: [beginning, 'trial', 'trial'],
  promptness: 0,
  steps,
});

/** Shortest forms of histories that failed once. */
export const fixedHistories = {
  'two tabs order after the trial, and both checkouts are paid': of(
    'trial-over',
    together(order(0), order(1)),
    together({ kind: 'pay-all', user: 0 }),
  ),
  'a paying user orders two overlapping sets at once': of('paying', together(order(0, 1), order(1, 2))),
  'one trial order near the limit is sent twice': of(
    'trial',
    together({ kind: 'order-twice', user: 0, zips: [0, 1, 2] }),
  ),
  'a user pays, and ends the subscription before a webhook comes': of(
    'trial-over',
    together(order(0)),
    together({ kind: 'pay-and-end', user: 0 }),
  ),
} satisfies Record<string, History>;

/** A race occurs in most tries, each with new users. */
export async function runFixed(
  services: MoneyServices,
  history: History,
  tries: number,
): Promise<Difference[]> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const differences = await runHistory(services, history, attempt);
    if (differences.length > 0) return differences;
  }
  return [];
}

/** Locks rows as a slow transaction would; returns the release. */
async function lockRows(pool: pg.Pool, sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(sql, values);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Waits until `count` statements wait for a lock. A design without this wait is not an error. */
async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const isWaiting = async () => (await pool.query(sql)).rows.length >= count;
  await until(isWaiting, { timeoutMs: 3_000 }).catch(() => {});
}

async function deleteDuringOrder(stage: Stage): Promise<void> {
  const { services, players, zips } = stage;
  const [player] = players;
  if (!player) throw new Error('Expected a user');
  const { id, version, email } = player.state;
  const { billing, catalog } = services.db;
  const freeZip = await lockRows(catalog, 'select from zips where zip_code = $1 for update', [zips[0]]);
  const ordering = submitOrder(stage, player, [0]);
  await untilWaiting(catalog, 1);
  const freeAccount = await lockRows(billing, 'select from accounts where id = $1 for update', [id]);
  await freeZip();
  await untilWaiting(billing, 1);
  player.status = 'deleted';
  const deletedAt = new Date().toISOString();
  await services.publish(userDeleted, { id, version: version + 1, deletedAt, email });
  await untilWaiting(billing, 2);
  await freeAccount();
  await ordering;
}

/** Deletes a user just before their trial order assigns its ZIPs. */
export async function runDeletion(services: MoneyServices): Promise<Difference[]> {
  const stage = await openStage(services, seededRandom(2));
  await openStep(stage);
  await deleteDuringOrder(stage);
  await comeToRest(stage);
  return [...stage.found, ...compareBooks(await readBooks(stage))];
}
