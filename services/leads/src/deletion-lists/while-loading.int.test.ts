import { hash } from 'node:crypto';
import { jobRunner } from '@closingwire/chassis/jobs';
import { createLog } from '@closingwire/chassis/log';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase, until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { leadOf, packOf, whileStored } from '../../test/blocked-load.ts';
import { madeUpLead } from '../../test/made-up-leads.ts';
import { migrations } from '../config.ts';
import { matchDeletionListJob } from '../jobs.ts';
import { type LeadPack, loadLeads } from '../loading/load.ts';
import { matchList } from './match-list.ts';
import type { DeletionRecord } from './read-list.ts';
import { storeList } from './store-list.ts';

const log = createLog('test', 'silent');
let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({
    url: await testDatabase('deletion_lists'),
    name: 'deletion-lists',
    migrations,
    copies: true,
  });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() =>
  pg.query(
    sql`truncate agents, closings, suppressions, lead_lists, deletion_lists, deletion_records, deletion_matches`,
  ),
);

const load = async (...rows: LeadPack['rows']) => loadLeads(pg, systemClock, [await packOf(pg, ...rows)]);

const emailOf = (n: number) => `agent.${n}@example.com`;
const recordOf = (n: number): DeletionRecord => ({
  id: `record${n}`,
  hash: hash('sha256', emailOf(n), 'buffer'),
});
async function* recordsOf(...ns: number[]) {
  for (const n of ns) yield [recordOf(n)];
}
const listed = { kind: 'email' as const, fileName: 'email.csv', listedOn: '2026-09-01', uploadedBy: null };
const store = (...ns: number[]) => storeList(pg, { ...listed, uploadedAt: new Date() }, recordsOf(...ns));
const match = (id: string) => matchList({ pg, clock: systemClock }, id);

const agents = async () =>
  (
    await pg.query<{ text: string }>(
      sql`select concat_ws(' ', nullif(a.full_name, ''), a.email, case when a.is_suppressed then 'hidden' end,
           case when bool_and(c.is_suppressed) then 'without closings' end) as text
         from agents a join closings c on c.zip = a.zip and c.agent_id = a.id group by a.zip, a.id order by a.full_name`,
    )
  ).map(({ text }) => text);
const name = (n: number) => madeUpLead(n).fullName;
const gone = 'hidden without closings';

const lists = () =>
  pg.query(sql`select state, record_count, deleted, opted_out from deletion_lists order by uploaded_at`);

test('a list that arrives during a load keeps its agents out', async () => {
  row('beyond/deletion-list-while-loading');
  await whileStored(pg, await packOf(pg, leadOf(1), leadOf(2)), async () => {
    await match(await store(1));
    expect(await agents()).toEqual([]);
  });
  expect(await agents()).toEqual([`${name(2)} ${emailOf(2)}`]);
  expect(await lists()).toEqual([{ state: 'done', record_count: 1, deleted: 0, opted_out: 0 }]);
});

test('a load does not store a deleted agent again', async () => {
  await load(leadOf(1));
  let matching: Promise<void> | undefined;
  await whileStored(
    pg,
    await packOf(pg, leadOf(1, { soldDate: '2026-03-18', mlsId: 'M1b' }), leadOf(2)),
    async () => {
      const id = await store(1);
      // It waits for the agent's row, which the load has locked.
      matching = match(id);
      await until(async () => (await lists())[0]?.state === 'hiding');
    },
  );
  await matching;
  expect(await agents()).toEqual([gone, `${name(2)} ${emailOf(2)}`]);
});

test('loads and a list that run together list no named agent', async () => {
  const numbers = Array.from({ length: 40 }, (_, n) => n + 100);
  const loadEvery = async (step: number, first: number) => {
    for (let n = first; n < 140; n += step) await load(leadOf(n), leadOf(n + 500));
  };
  // More at once than a worker loads, and fewer than the connections of the pool.
  const loads = [100, 101, 102, 103, 104, 105, 106, 107].map(first => loadEvery(8, first));
  const id = await store(...numbers);
  await Promise.all([match(id), ...loads]);
  const left = await agents();
  expect(left.filter(text => text !== gone)).toEqual(
    numbers.map(n => `${name(n + 500)} ${emailOf(n + 500)}`).toSorted(),
  );
});

test('an upload that breaks off leaves nothing and can be repeated', async () => {
  await load(leadOf(1));
  async function* broken() {
    yield [recordOf(1), recordOf(2)];
    throw new Error('broken off');
  }
  await expect(storeList(pg, { ...listed, uploadedAt: new Date() }, broken())).rejects.toThrow('broken off');
  expect(await pg.query(sql`select from deletion_records`)).toEqual([]);
  expect(await agents()).toEqual([`${name(1)} ${emailOf(1)}`]);
  await match(await store(1, 2));
  expect(await agents()).toEqual([gone]);
});

test('a list whose process was killed is finished by its job', async () => {
  row('beyond/deletion-list-killed');
  await load(leadOf(1), leadOf(2));
  await store(1, 2);
  // The state after a kill between the decision and the last agent.
  await pg.query(
    sql`create function kill_once() returns trigger language plpgsql as $$
       begin raise exception 'killed'; end $$;
     create trigger kill_once before update on closings for each row execute function kill_once()`,
  );
  const [{ id = '' } = {}] = await pg.query<{ id: string }>(sql`select id from deletion_lists`);
  await expect(match(id)).rejects.toThrow();
  expect(await lists()).toEqual([{ state: 'hiding', record_count: 2, deleted: 2, opted_out: 0 }]);
  expect(await agents()).toEqual([`${name(1)} ${emailOf(1)}`, `${name(2)} ${emailOf(2)}`]);
  await pg.query(sql`drop trigger kill_once on closings; drop function kill_once()`);
  const handler = matchDeletionListJob.handledBy(({ listId }) => match(listId));
  const jobs = jobRunner({ pg, log, handlers: [handler] });
  await jobs.start();
  await until(async () => (await lists())[0]?.state === 'done');
  await jobs.stop();
  expect(await agents()).toEqual([gone, gone]);
  const outcomes = sql`select outcome from deletion_records order by position`;
  expect(await pg.query(outcomes)).toEqual([{ outcome: 3 }, { outcome: 3 }]);
  await match(id);
  expect(await store(1, 2)).toBe(id);
  expect(await pg.query(outcomes)).toEqual([{ outcome: 3 }, { outcome: 3 }]);
});

test('a large list needs little memory', async () => {
  const records = 200_000;
  async function* many() {
    for (let at = 0; at < records; at += 1_000) {
      yield Array.from({ length: 1_000 }, (_, n) => ({
        id: `r${at + n}`,
        hash: hash('sha256', `${at + n}`, 'buffer'),
      }));
    }
  }
  const before = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const id = await storeList(pg, { ...listed, uploadedAt: new Date() }, many());
  clearInterval(timer);
  await match(id);
  expect(await lists()).toEqual([{ state: 'done', record_count: records, deleted: 0, opted_out: 0 }]);
  expect((most - before) / 1024 / 1024).toBeLessThan(100);
}, 120_000);
