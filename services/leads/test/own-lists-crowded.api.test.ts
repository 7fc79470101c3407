import { gzipSync } from 'node:zlib';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { OwnList } from '@closingwire/contracts/exports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const start = new Date();
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads();
});
afterAll(() => leads.stop());

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;
const subscriber = (...zips: string[]) => subscriberOf(leads, zips, start);

const upload = ({ ask }: Subscriber, body: string | Buffer | ReadableStream) =>
  ask('/api/user/own-lists/customers?fileName=own.csv', {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
const listsOf = async ({ get }: Subscriber) => (await get<{ lists: OwnList[] }>('/api/user/own-lists')).lists;

/** Begins an upload that sends one contact, and no more until `end`. */
function slowUpload(user: Subscriber) {
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('slow@example.com\n'));
      end = () => controller.close();
    },
  });
  const slow = { user, end, status: 0, reply: Promise.resolve(0) };
  slow.reply = upload(user, body).then(({ status }) => {
    slow.status = status;
    return status;
  });
  return slow;
}

describe('slow uploads', () => {
  test('stop no files of others; above a few in all and one of each account they are refused', async () => {
    const yesterday = new Date(start.getTime() - 86_400_000).toISOString().slice(0, 10);
    await leads.source.deliver([madeUpLead(1, { zip: '98421', soldDate: yesterday }, { fullName: 'Ann' })]);
    const reader = await subscriber('98421');
    const users = await Promise.all(Array.from({ length: 6 }, () => subscriber('98422')));
    const slow = users.map(slowUpload);
    const refused = () => slow.filter(({ status }) => status === 503);
    await until(async () => refused().length === 2 || undefined);
    const file = await reader.exportCsv({});
    expect([file.status, (await file.text()).includes('Ann')]).toEqual([200, true]);
    const open = slow.filter(({ status }) => status === 0);
    expect(open).toHaveLength(4);
    const [first] = open;
    const second = await upload(first?.user as Subscriber, 'second@example.com');
    expect([second.status, await second.json()]).toMatchObject([409, { code: 'list_uploading' }]);
    for (const { end } of open) end();
    expect(await Promise.all(open.map(({ reply }) => reply))).toEqual([200, 200, 200, 200]);
    expect(await listsOf(first?.user as Subscriber)).toMatchObject([{ emails: 1 }]);
    expect((await upload(refused()[0]?.user as Subscriber, 'now@example.com')).status).toBe(200);
  });
});

const remove = ({ ask }: Subscriber) => ask('/api/user/own-lists/customers', { method: 'DELETE' });

/** Holds a lock of the database until `end`. */
async function hold(statement: ReturnType<typeof sql>) {
  const client = await leads.pg.pool.connect();
  await client.query('begin');
  await client.query(statement);
  return {
    async end() {
      await client.query('rollback');
      client.release();
    },
  };
}

/** Waits until the search for agents waits for the table. */
const searching = () =>
  until(
    () =>
      leads.pg.returnsRow(
        sql`select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into own%'`,
      ),
    patience,
  );

const openJobs = () =>
  leads.pg.returnsRow(sql`select from graphile_worker.jobs where task_identifier = 'match-own-list'`);

describe('a list whose agents are searched for', () => {
  test('is removed at once, and then leaves nobody out', async () => {
    await leads.source.deliver([madeUpLead(2, { zip: '98423' }, { email: 'found@example.com' })]);
    const user = await subscriber('98423');
    const agents = await hold(sql`lock table agents in access exclusive mode`);
    // Its reply counts agents, and waits too.
    const uploading = upload(user, 'found@example.com');
    try {
      await searching();
      const removed = await remove(user);
      expect([removed.status, await removed.json()]).toEqual([200, { removed: true }]);
    } finally {
      await agents.end();
    }
    expect((await uploading).status).toBe(404);
    await until(async () => !(await openJobs()) || undefined, patience);
    const kept = await leads.pg.query(sql`select from own_list_agents where account_id = ${user.id}`);
    expect(kept).toEqual([]);
  });

  test('is not removed while its agents are stored; the user is told to try again', async () => {
    const user = await subscriber('98424');
    await upload(user, 'stored@example.com');
    const row = await hold(sql`select from own_lists where account_id = ${user.id} for update`);
    const refused = await remove(user);
    await row.end();
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'list_in_use' }]);
    expect(await (await remove(user)).json()).toEqual({ removed: true });
  });
});

describe('a list of too much', () => {
  const codeOf = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code];

  test('is refused by its unpacked size, however small it is packed', async () => {
    const user = await subscriber('98425');
    const packed = gzipSync(`${'x'.padEnd(1_000)}\n`.repeat(53_000));
    expect(await codeOf(await upload(user, packed))).toEqual([413, 'unpacked_too_large']);
    expect(await listsOf(user)).toEqual([]);
  });

  test('is refused by its lines, also blank ones', async () => {
    const user = await subscriber('98426');
    const lines = gzipSync(`${'\n'.repeat(400_001)}last@example.com\n`);
    expect(await codeOf(await upload(user, lines))).toEqual([413, 'too_many_lines']);
  });
});
