import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { startParts, startTestBus } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { digestReady } from '@closingwire/contracts/digest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planDigestsJob } from '../src/jobs.ts';
import { createLeads } from '../src/service.ts';
import { startProcess } from './child-process.ts';
import { leadsConfigs, patience } from './start-leads.ts';

const ACCOUNTS = 450;

let configs: Awaited<ReturnType<typeof leadsConfigs>>;
let leads: ReturnType<typeof createLeads>;
let stop: () => Promise<void>;
let bus: Awaited<ReturnType<typeof startTestBus>>;
let planner: ReturnType<typeof startProcess> | undefined;

beforeAll(async () => {
  configs = await leadsConfigs();
  leads = createLeads(configs.api);
  stop = await startParts(leads.parts);
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix } = configs.api;
  bus = await startTestBus({ brokers, topicPrefix }, [digestReady]);
});
afterAll(async () => {
  await planner?.kill();
  await bus.stop();
  await stop();
  await configs.identity.close();
});

/** Stores an agent with a sale of yesterday, and accounts with its ZIP whose digest is due. */
async function accountsWithNews(): Promise<string[]> {
  const [agentId, zip] = [newId(), '98001'];
  const ids = Array.from({ length: ACCOUNTS }, () => newId());
  const { pg } = leads;
  await pg.execute(
    sql`insert into agents (zip, id, full_name, city, state) values (${zip}, ${agentId}, 'Ida Example', 'Kent', 'WA')`,
  );
  await pg.execute(
    sql`insert into closings (zip, id, sale_id, agent_id, agent_role, sold_date, address1, city, state)
     values (${zip}, ${newId()}, ${newId()}, ${agentId}, 'Buyer Agent', current_date - 1, '1 Elm St', 'Kent', 'WA')`,
  );
  await pg.execute(
    sql`insert into subscriptions (id, account_id, zip, version) select gen_random_uuid(), id, ${zip}, 1
     from unnest(${ids}::uuid[]) id`,
  );
  await pg.execute(
    sql`insert into digests (account_id, time_zone, next_at, last_through)
     select id, 'America/Chicago', now() - interval '1 minute', now() - interval '1 day' from unnest(${ids}::uuid[]) id`,
  );
  return ids;
}

const plan = () => leads.pg.transaction(tx => planDigestsJob.enqueue(tx, {}));
const countOf = async (condition: ReturnType<typeof sql>) =>
  (await leads.pg.one<{ count: number }>(sql`select count(*)::int as count from digests where ${condition}`))
    .count;
const dueCount = () => countOf(sql`next_at <= now()`);
const sentCount = () => countOf(sql`last_sent_at is not null`);

/** Runs `work` while planners wait for a lock, between the news and the commit. */
async function whilePlannersWait(work: () => Promise<void>): Promise<void> {
  const blocker = await leads.pg.pool.connect();
  try {
    await blocker.query(sql`begin; lock table outbox in exclusive mode`);
    await work();
  } finally {
    await blocker.query(sql`rollback`);
    blocker.release();
  }
}
const aPlannerWaits = () =>
  leads.pg.returnsRow(sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%insert into outbox%' limit 1`);

test('a planner that is killed again and again publishes each digest once', async () => {
  const ids = await accountsWithNews();
  await whilePlannersWait(async () => {
    planner = startProcess('ingest-main', configs.ingest);
    await plan();
    await until(aPlannerWaits, patience);
    await planner?.kill();
  });
  expect([await dueCount(), await sentCount()]).toEqual([ACCOUNTS, 0]);

  planner = startProcess('ingest-main', configs.ingest);
  await plan();
  await until(async () => (await dueCount()) < ACCOUNTS, patience);
  // This can kill the planner at any step of its work.
  await planner?.kill();
  planner = startProcess('ingest-main', configs.ingest);
  await plan();
  await until(async () => (await dueCount()) === 0, patience);
  expect(await sentCount()).toBe(ACCOUNTS);
  await until(() => bus.arrivals(digestReady).length >= ACCOUNTS, patience);
  const byId = new Map(bus.arrivals(digestReady).map(({ data }) => [data.id, data.accountId]));
  expect([...byId.values()].toSorted()).toEqual(ids.toSorted());
}, 180_000);
