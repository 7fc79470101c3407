import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FlatLead, readFlat } from '../../test/flat-lead.ts';
import { migrations } from '../config.ts';
import { loadLeads } from '../loading/load.ts';
import { mergeAgents } from './merge-agents.ts';
import { splitAgent } from './split-agents.ts';

let pg: Pg;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('killed'), name: 'killed', migrations, copies: true });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() =>
  pg.query(
    sql`truncate agents, closings, agent_keys, agent_merges, sale_keys, graphile_worker._private_jobs`,
  ),
);

const base: FlatLead = {
  fullName: 'Ann Lee',
  city: 'Kent',
  state: 'WA',
  zip: '98030',
  address1: '1 Elm St',
  soldDate: '2026-03-09',
};
let seconds = 0;
async function load(sourceId: number, ...rows: FlatLead[]): Promise<void> {
  const receivedAt = new Date(Date.UTC(2026, 2, 10) + seconds++ * 1_000);
  const read = rows.map(row => readFlat({ ...base, ...row }));
  await loadLeads(pg, systemClock, [{ batchId: newId(), part: 0, sourceId, receivedAt, rows: read }]);
}

class Killed extends Error {}

/** Ends a transaction after its first statements. */
function dyingAfter(statements: number): Pg {
  const wrap = (tx: Tx): Tx => {
    let left = statements;
    const counted = { ...tx };
    for (const name of ['query', 'one', 'maybe', 'execute', 'returnsRow'] as const) {
      counted[name] = (async (statement: Parameters<Tx['query']>[0]) => {
        if (left-- === 0) throw new Killed();
        return tx[name](statement);
      }) as never;
    }
    return counted;
  };
  return { ...pg, transaction: work => pg.transaction(tx => work(wrap(tx))) };
}

const content = () =>
  pg.one(sql`select (select json_agg(to_jsonb(a) - 'updated_at' order by zip, id) from agents a) as agents,
    (select json_agg(to_jsonb(c) - 'updated_at' order by zip, id) from closings c) as closings,
    (select json_agg(k order by key) from agent_keys k) as keys`);

/** Kills work after each of its statements in turn, and then lets it run twice. */
async function killedEverywhere(work: (db: Pg) => Promise<unknown>): Promise<number> {
  const before = await content();
  for (let statements = 0; ; statements++) {
    const isKilled = await work(dyingAfter(statements)).then(
      () => false,
      error => {
        if (!(error instanceof Killed)) throw error;
        return true;
      },
    );
    if (!isKilled) return statements;
    expect(await content()).toEqual(before);
  }
}

test('a merge that is killed anywhere changes nothing, and twice is once', async () => {
  await load(
    1,
    { email: 'ann@example.com' },
    { email: 'ann@example.com', zip: '98031', address1: '2 Elm St' },
  );
  await load(2, { licenseNumber: 'WA-20117', mobile: '206 555 0142' });
  const ids = await pg.query<{ id: string }>(sql`select distinct identity_id as id from agents order by 1`);
  const [from, into] = [ids[0]?.id ?? '', ids[1]?.id ?? ''];
  const merge = (db: Pg) => mergeAgents(db, systemClock, { from, into });
  expect(await killedEverywhere(merge)).toBeGreaterThan(10);
  const merged = await content();
  await merge(pg);
  expect(await content()).toEqual(merged);
  const agent = await pg.one(
    sql`select email, email_source_id as "emailSource", mobile, mobile_source_id as "mobileSource", source_ids as sources
     from agents where zip = '98030'`,
  );
  expect(agent).toEqual({
    email: 'ann@example.com',
    emailSource: 1,
    mobile: '(206) 555-0142',
    mobileSource: 2,
    sources: [1, 2],
  });
});

test('a split that is killed anywhere changes nothing', async () => {
  await load(1, { mobile: '206 555 0142' }, { mobile: '206 555 0142', zip: '98031', address1: '2 Elm St' });
  const { id } = await pg.one<{ id: string }>(sql`select distinct identity_id as id from agents`);
  const rows = await pg.query<{ zipCode: string; agentId: string }>(
    sql`select zip as "zipCode", id as "agentId" from agents where zip = '98031'`,
  );
  const split = (db: Pg) => db.transaction(tx => splitAgent(tx, id, rows));
  expect(await killedEverywhere(split)).toBeGreaterThan(3);
  expect(await pg.query(sql`select distinct identity_id from agents`)).toHaveLength(2);
  await expect(split(pg)).rejects.toMatchObject({ kind: 'missing' });
});
