import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customers, startCustomers } from './explained-lists.ts';
import { madeUpLead } from './made-up-leads.ts';

let customers: Customers;
let leads: Customers['leads'];
beforeAll(async () => {
  customers = await startCustomers();
  leads = customers.leads;
});
afterAll(() => leads.stop());

describe('the closings that a list leaves out', () => {
  test('as rejected rows are counted by what was expected', async () => {
    const { id } = await customers.knownSubscriber(['98106']);
    const rows = [1, 2].map(n => madeUpLead(n, { zip: '98106', soldDate: `soon ${n}` }));
    await leads.source.post(
      'application/json',
      JSON.stringify([...rows, madeUpLead(3, { zip: '98107', price: 'x' })]),
    );
    const reasons = await customers.reasonsOf(id);
    expect(reasons).toEqual([
      { kind: 'no-delivery' },
      {
        kind: 'rejected',
        rows: 2,
        causes: [{ field: 'property.soldDate', expected: expect.not.stringContaining('soon'), rows: 2 }],
      },
    ]);
  });

  test('are of opted-out agents, lost, or of agents not to call', async () => {
    const { id } = await customers.knownSubscriber(['98108']);
    await leads.source.deliver([1, 2, 3].map(n => madeUpLead(n, { zip: '98108' })));
    const [one, two, three] = await leads.pg.query<{ id: string; agentId: string }>(
      sql`select id, agent_id as "agentId" from closings where zip = '98108' order by id`,
    );
    await leads.pg.execute(
      sql`update closings set is_suppressed = true where zip = '98108' and id = ${one?.id}`,
    );
    await leads.pg.execute(
      sql`update closings set source_ids = '{}' where zip = '98108' and id = ${two?.id}`,
    );
    await leads.pg.execute(
      sql`insert into outcomes (id, account_id, agent_id, zip, row_id, outcome, made_at)
       select ${newId()}, ${id}, identity_id, zip, id, 'do-not-call', now() from agents
       where zip = '98108' and id = ${three?.agentId}`,
    );
    expect(await customers.reasonsOf(id)).toEqual([
      { kind: 'opted-out', closings: 1, agents: 1 },
      { kind: 'retracted', closings: 1 },
      { kind: 'do-not-call', closings: 1, agents: 1 },
    ]);
    const other = await customers.knownSubscriber(['98108']);
    expect((await customers.explained(other.id)).lists[0]).toMatchObject({ closings: 1 });
  });

  test('have the sources whose license ended', async () => {
    const { id } = await customers.knownSubscriber(['98109']);
    await leads.source.deliver([madeUpLead(1, { zip: '98109' })]);
    await leads.pg.execute(sql`update sources set expires_at = '2026-03-01T00:00:00Z' where kind = 'key'`);
    expect(await customers.reasonsOf(id)).toEqual([
      {
        kind: 'not-permitted',
        closings: 1,
        sources: [{ name: 'Default lead source', endedAt: '2026-03-01T00:00:00.000Z' }],
      },
    ]);
    await leads.pg.execute(sql`update sources set expires_at = null`);
    expect(await customers.reasonsOf(id)).toEqual([]);
  });

  test('of agents on a list that the user uploaded are named so', async () => {
    const { id, ask } = await customers.knownSubscriber(['98138']);
    const email = 'known.one@example.com';
    await leads.source.deliver([madeUpLead(1, { zip: '98138' }, { email }), madeUpLead(2, { zip: '98138' })]);
    const headers = { 'content-type': 'text/plain' };
    await ask('/api/user/own-lists/customers?fileName=own.csv', { method: 'POST', body: email, headers });
    await until(async () => (await customers.reasonsOf(id))?.length);
    expect(await customers.reasonsOf(id)).toEqual([{ kind: 'on-own-list', closings: 1, agents: 1 }]);
  });
});

test('rejected rows are all counted, and each cause finds its own', async () => {
  const { id } = await customers.knownSubscriber(['98139']);
  const rows = [1, 2].map(n => madeUpLead(n, { zip: '98139', soldDate: `soon ${n}` }));
  await leads.source.post('application/json', JSON.stringify(rows));
  await leads.pg.execute(sql`insert into rejects (batch_id, line, field, message, zip)
    select batch_id, max(line) + n, 'field ' || n, 'Expected ' || n || '; got "x"', zip
    from rejects, generate_series(100, 111) n where zip = '98139' group by batch_id, zip, n`);
  const reason = (await customers.reasonsOf(id))?.find(({ kind }) => kind === 'rejected');
  expect(reason).toMatchObject({ rows: 14, causes: { length: 10 } });
  if (reason?.kind !== 'rejected') throw new Error('Expected rejected rows');
  const totalOf = async (query: Record<string, string>) => {
    const asked = new URLSearchParams({ zip: '98139', ...query });
    const reply = await fetch(`${leads.url}/api/admin/rejected-rows?${asked}`, {
      headers: { authorization: `Bearer ${customers.token}` },
    });
    return ((await reply.json()) as { total: number }).total;
  };
  expect(await totalOf({ days: '7' })).toBe(14);
  for (const { field, expected, rows } of reason.causes) {
    expect(await totalOf({ field, expected, days: '7' }), field).toBe(rows);
  }
  const { field = '', expected = '' } = reason.causes[1] ?? {};
  expect(await totalOf({ field, expected: expected.slice(0, -1) })).toBe(0);
  expect(await totalOf({ field: 'another', expected })).toBe(0);
  await leads.pg.execute(sql`update batches set started_at = started_at - interval '8 days'
    where id in (select batch_id from rejects where zip = '98139')`);
  expect([await totalOf({ days: '7' }), await totalOf({ days: '30' })]).toEqual([0, 14]);
});

describe('the older closings that a list leaves out', () => {
  test('are named while no newer ones are stored', async () => {
    const { id } = await customers.knownSubscriber(['98135', '98136', '98137']);
    const soldDate = '2026-02-20';
    await leads.source.deliver([1, 2].map(n => madeUpLead(n, { zip: '98135', soldDate })));
    await leads.source.deliver([madeUpLead(3, { zip: '98136', soldDate })]);
    await leads.pg.execute(sql`update closings set hidden_at = now() where zip = '98136'`);
    await leads.source.deliver([madeUpLead(4, { zip: '98137', soldDate })]);
    const { id: other } = await leads.pg.one<{ id: number }>(sql`select id from sources where kind = 'file'`);
    await leads.pg.execute(
      sql`update closings set source_ids = source_ids || ${other}::smallint where zip = '98137'`,
    );
    const endedAt = '2026-03-01T00:00:00.000Z';
    await leads.pg.execute(sql`update sources set expires_at = ${endedAt} where kind = 'key'`);
    const sources = [{ name: 'Default lead source', endedAt }];
    expect(await customers.reasonsOf(id, '98135')).toEqual([{ kind: 'not-permitted', closings: 2, sources }]);
    expect(await customers.reasonsOf(id, '98136')).toEqual([{ kind: 'hidden-by-admin', closings: 1 }]);
    expect(await customers.reasonsOf(id, '98137')).toEqual([
      { kind: 'too-old', closings: 1, newestDay: soldDate, sources },
    ]);
    await leads.pg.execute(sql`update sources set expires_at = null`);
    expect(await customers.reasonsOf(id, '98135')).toEqual([
      { kind: 'too-old', closings: 2, newestDay: soldDate, sources: [] },
    ]);
  });

  test('as too old have the day of the newest', async () => {
    const { id } = await customers.knownSubscriber(['98110']);
    const days = ['2026-02-01', '2026-02-20'];
    await leads.source.deliver(days.map((soldDate, n) => madeUpLead(n, { zip: '98110', soldDate })));
    expect(await customers.reasonsOf(id)).toEqual([
      { kind: 'too-old', closings: 2, newestDay: '2026-02-20', sources: [] },
    ]);
  });
});
