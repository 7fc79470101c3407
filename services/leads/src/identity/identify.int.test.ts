import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FlatLead, readFlat } from '../../test/flat-lead.ts';
import { migrations } from '../config.ts';
import { loadLeads } from '../loading/load.ts';
import { identifyEarlier } from './identify-earlier.ts';
import { legacyAgentId } from './legacy-id.ts';
import { mergeAgents } from './merge-agents.ts';
import { splitAgent } from './split-agents.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('identity'), name: 'identity', migrations, copies: true });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() =>
  pg.query(
    sql`truncate agents, closings, agent_keys, agent_merges, lead_flags, graphile_worker._private_jobs`,
  ),
);

let second = 0;
const base: FlatLead = {
  fullName: 'Ann Lee',
  address1: '1 Elm St',
  city: 'Kent',
  state: 'WA',
  zip: '98030',
  soldDate: '2026-03-09',
};
function load(...rows: FlatLead[]): Promise<void> {
  const receivedAt = new Date(Date.UTC(2026, 2, 10, 12, 0, second++));
  return loadLeads(pg, systemClock, [
    { batchId: newId(), part: 0, receivedAt, rows: rows.map(row => readFlat({ ...base, ...row })) },
  ]);
}
/** The identities of the stored rows, each with its ZIPs and streets. */
async function identities(): Promise<string[]> {
  const rows = await pg.query<{ agent: string }>(
    sql`select min(a.full_name) || ': ' || string_agg(distinct a.zip, ' ' order by a.zip) || ', ' ||
         string_agg(c.address1, ' ' order by c.address1) as agent
     from agents a join closings c on c.zip = a.zip and c.agent_id = a.id group by a.identity_id order by 1`,
  );
  return rows.map(({ agent }) => agent);
}
const MERGES = sql`select payload from graphile_worker._private_jobs order by id`;

async function runMerges(): Promise<void> {
  const jobs = await pg.query<{ payload: { from: string; into: string } }>(MERGES);
  for (const { payload } of jobs) await mergeAgents(pg, systemClock, payload);
}

describe('an agent', () => {
  test('is one person in several ZIPs', async () => {
    await load(
      { licenseNumber: 'WA-20117' },
      { licenseNumber: 'WA-20117', zip: '98031', address1: '2 Elm St' },
    );
    await load({ licenseNumber: 'wa 20117', zip: '98032', address1: '3 Elm St' });
    expect(await identities()).toEqual(['Ann Lee: 98030 98031 98032, 1 Elm St 2 Elm St 3 Elm St']);
  });

  test('is not another one of the same mailbox, phone or placeholder', async () => {
    const shared = { email: 'lees@example.com', mobile: '206-555-0142', licenseNumber: '12345' };
    await load({ ...shared }, { ...shared, fullName: 'Ben Lee', address1: '2 Elm St' });
    await load({ ...shared, fullName: 'Cy Lee', address1: '3 Elm St' });
    expect(await identities()).toEqual([
      'Ann Lee: 98030, 1 Elm St',
      'Ben Lee: 98030, 2 Elm St',
      'Cy Lee: 98030, 3 Elm St',
    ]);
  });

  test('keeps one row in a ZIP, whatever identifies them', async () => {
    await load({ email: 'ann@example.com' });
    await load({ email: 'ann@example.com', licenseNumber: 'WA-20117' });
    await load({ licenseNumber: 'WA-20117', mobile: '206-555-0142' });
    await load({ mobile: '206-555-0142' });
    expect(await identities()).toEqual(['Ann Lee: 98030, 1 Elm St']);
    expect(await pg.query(sql`select email, license_number, mobile from agents`)).toEqual([
      { email: 'ann@example.com', license_number: 'WA-20117', mobile: '(206) 555-0142' },
    ]);
  });

  test('keeps role and place when a later row leaves them blank', async () => {
    await load({
      licenseNumber: 'WA-20117',
      agentRole: 'Listing Agent',
      agentCity: 'Denver',
      agentState: 'CO',
    });
    await load({ licenseNumber: 'WA-20117', price: 310_000 });
    const stored = sql`select c.agent_role, a.city, a.state, c.price from agents a
      join closings c on c.zip = a.zip and c.agent_id = a.id`;
    expect(await pg.query(stored)).toEqual([
      { agent_role: 'Listing Agent', city: 'Denver', state: 'CO', price: 310_000 },
    ]);
    await load({ licenseNumber: 'WA-20117', agentCity: 'Boulder', agentState: 'CO' });
    expect(await pg.one(stored)).toMatchObject({ city: 'Boulder' });
  });

  test('of a row from before keeps the row', async () => {
    await load({ licenseNumber: 'WA-20117' });
    const legacyId = legacyAgentId('98030', readFlat({ ...base, licenseNumber: 'WA-20117' }));
    await pg.query(sql`update agents set identity_id = null, id = ${legacyId}`);
    await pg.query(sql`update closings set agent_id = ${legacyId}`);
    await pg.query(sql`truncate agent_keys`);
    await load({ licenseNumber: 'WA-20117', email: 'ann@example.com' });
    expect(await pg.query(sql`select id, email from agents`)).toEqual([
      { id: legacyId, email: 'ann@example.com' },
    ]);
  });
});

describe('rows from before agents were one person', () => {
  test('get their identity, and a ZIP keeps one row of each', async () => {
    const ann = { licenseNumber: 'WA-20117', email: 'ann@example.com' };
    await load(
      ann,
      { ...ann, zip: '98031', address1: '2 Elm St' },
      { ...ann, fullName: 'Ben Lee', licenseNumber: '' },
    );
    const earlier = await identities();
    // As it was: another row of Ann in the same ZIP, by the email alone.
    await pg.query(
      sql`insert into agents (zip, id, full_name, email, city, state)
       values ('98030', gen_random_uuid(), 'Ann Lee', 'ann@example.com', 'Kent', 'WA')`,
    );
    await pg.query(sql`update agents set identity_id = null`);
    await pg.query(sql`truncate agent_keys`);
    await identifyEarlier(pg);
    await identifyEarlier(pg);
    await runMerges();
    expect(await identities()).toEqual(earlier);
    expect(await pg.one(sql`select count(*)::int as rows from agents`)).toEqual({ rows: 3 });
  });
});

describe('two identities who prove to be one', () => {
  async function apart(): Promise<void> {
    await load(
      { email: 'ann@example.com' },
      { email: 'ann@example.com', zip: '98031', address1: '2 Elm St' },
    );
    await load(
      { licenseNumber: 'WA-20117', zip: '98030' },
      { licenseNumber: 'WA-20117', zip: '98030', address1: '3 Elm St' },
    );
    expect(await identities()).toHaveLength(2);
  }
  const proof = { email: 'ann@example.com', licenseNumber: 'WA-20117', zip: '98033', address1: '4 Elm St' };

  test('are merged in every ZIP, without double closings', async () => {
    await apart();
    await load(proof);
    await runMerges();
    await runMerges();
    expect(await identities()).toEqual(['Ann Lee: 98030 98031 98033, 1 Elm St 2 Elm St 3 Elm St 4 Elm St']);
    await load({ licenseNumber: 'WA-20117' }, { email: 'ann@example.com', address1: '3 Elm St' });
    expect(await pg.one(sql`select count(*)::int as closings from closings`)).toEqual({ closings: 4 });
  });

  test('keep their flags and opt-outs', async () => {
    await apart();
    await pg.query(
      sql`update agents set is_suppressed = true where email = 'ann@example.com' and zip = '98031'`,
    );
    await pg.query(
      sql`insert into lead_flags (id, version, zip, closing_id, agent_id, agent_name, user_id, note, status, created_at)
       select gen_random_uuid(), 1, c.zip, c.id, c.agent_id, 'Ann Lee', gen_random_uuid(), '', 'pending', now()
       from closings c where c.address1 in ('1 Elm St', '3 Elm St')`,
    );
    await load(proof);
    await runMerges();
    expect(await pg.one(sql`select bool_and(is_suppressed) as all from closings`)).toEqual({ all: true });
    expect(
      await pg.one(
        sql`select count(*)::int as flags from lead_flags f join closings c on c.zip = f.zip and c.id = f.closing_id
         and c.agent_id = f.agent_id`,
      ),
    ).toEqual({
      flags: await pg.one<{ n: number }>(sql`select count(*)::int as n from lead_flags`).then(({ n }) => n),
    });
  });

  test('are merged although a load stored the earlier one meanwhile', async () => {
    await apart();
    await load(proof);
    const [{ from, into } = { from: '', into: '' }] = (
      await pg.query<{ payload: { from: string; into: string } }>(MERGES)
    ).map(({ payload }) => payload);
    await mergeAgents(pg, systemClock, { from, into });
    await pg.query(sql`update agents set identity_id = ${from} where zip = '98031'`);
    await mergeAgents(pg, systemClock, { from, into });
    expect(await identities()).toHaveLength(1);
  });
});

describe('an agent who is split', () => {
  const shared = { mobile: '206-555-0142' };
  const rowsOf = (zipCode: string) =>
    pg.query<{ zipCode: string; agentId: string }>(
      sql`select zip as "zipCode", id as "agentId" from agents where zip = ${zipCode}`,
    );
  const identityOf = async () =>
    (await pg.one<{ id: string }>(sql`select distinct identity_id as id from agents`)).id;
  const split = async (zipCode: string) => {
    const [id, rows] = [await identityOf(), await rowsOf(zipCode)];
    await pg.transaction(tx => splitAgent(tx, id, rows));
  };
  const apart = ['Ann Lee: 98030, 1 Elm St', 'Ann Lee: 98031, 2 Elm St'];

  test('stays split when the same rows come again', async () => {
    const rows = [
      { ...shared, licenseNumber: 'WA-20117' },
      { ...shared, email: 'ann@example.com', zip: '98031', address1: '2 Elm St' },
    ];
    await load(...rows);
    expect(await identities()).toHaveLength(1);
    await split('98031');
    await load(...rows);
    await runMerges();
    expect(await identities()).toEqual(apart);
    await load({ email: 'ann@example.com', zip: '98032', address1: '3 Elm St' });
    expect(await identities()).toEqual([apart[0], 'Ann Lee: 98031 98032, 2 Elm St 3 Elm St']);
  });

  test('without another key is known by all facts', async () => {
    const rows = [
      { ...shared, brokerageName: 'One' },
      { ...shared, brokerageName: 'Two', zip: '98031', address1: '2 Elm St' },
    ];
    await load(...rows);
    await split('98031');
    await load(...rows);
    await runMerges();
    expect(await identities()).toEqual(apart);
  });

  test('keeps at least one row', async () => {
    await load(shared);
    await expect(split('98030')).rejects.toMatchObject({ code: 'nothing_left' });
    const id = await identityOf();
    const other = [{ zipCode: '98030', agentId: newId() }];
    await expect(pg.transaction(tx => splitAgent(tx, id, other))).rejects.toMatchObject({ kind: 'missing' });
  });
});
