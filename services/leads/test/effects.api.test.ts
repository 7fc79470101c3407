import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { BatchReply, BatchState, DryRunReply, Effects } from '@closingwire/contracts/ingestion';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileSourceOf } from './file-source.ts';
import { patience, startLeads } from './start-leads.ts';

/* A dry run and the delivery of the same file count the same. */

let leads: Awaited<ReturnType<typeof startLeads>>;
let otherKey = '';
beforeAll(async () => {
  leads = await startLeads({ clock: systemClock });
  otherKey = await leads.pg
    .one<{ id: string }>(
      sql`with source as (insert into sources (name, kind) values ('Other', 'file') returning id)
       select id::text as id from source`,
    )
    .then(({ id }) => id);
});
afterAll(() => leads.stop());
beforeEach(() => leads.pg.query(sql`truncate agents, closings, sale_keys, batches, delivered_closings`));

type Row = Partial<Record<(typeof header)[number], string | number>>;
const header = [
  'full_name',
  'license_number',
  'email',
  'agent_role',
  'address1',
  'zip',
  'price',
  'sold_date',
  'mls_id',
] as const;

const ada: Row = {
  full_name: 'Ada Example',
  license_number: 'WA-2041',
  email: 'ada@example.com',
  agent_role: 'Listing Agent',
  address1: '12 Main St',
  zip: 98030,
  price: 500_000,
  sold_date: '2026-03-05',
  mls_id: 'A-1',
};
const bo: Row = { ...ada, full_name: 'Bo Example', license_number: 'WA-2042', email: 'bo@example.com' };
const elm: Row = { address1: '9 Elm St', mls_id: 'A-2' };

const fileOf = (rows: readonly Row[]) =>
  [header.join(','), ...rows.map(row => header.map(name => row[name] ?? '').join(','))].join('\n');

async function post<Reply>(rows: readonly Row[], query: Record<string, string>): Promise<Reply> {
  const token = await leads.identity.tokenFor({ id: adminId, isAdmin: true });
  const asked = new URLSearchParams({ source: await fileSourceOf(leads.pg), ...query });
  const reply = await fetch(`${leads.url}/api/admin/leads?${asked}`, {
    method: 'POST',
    body: fileOf(rows),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  });
  return (await reply.json()) as Reply;
}
const adminId = newId();

async function check(rows: readonly Row[], query: Record<string, string> = {}): Promise<Effects> {
  const { agents, closings } = await post<DryRunReply>(rows, { ...query, dryRun: 'true' });
  const shown = ({ new: added, changed, same }: Effects['agents']) => ({ new: added, changed, same });
  return { agents: shown(agents), closings: shown(closings) };
}

async function deliver(rows: readonly Row[], query: Record<string, string> = {}): Promise<Effects | null> {
  const { batchId } = await post<BatchReply>(rows, query);
  const find = () =>
    leads.pg.one<Pick<BatchState, 'state' | 'effects'>>(
      sql`select state, effects from batches where id = ${batchId}`,
    );
  await until(async () => (await find()).state === 'done', patience);
  return (await find()).effects;
}

/** Expects a dry run and the delivery to count this: the agents and the closings that are new, changed and the same. */
async function expectEffects(rows: readonly Row[], agents: number[], closings: number[], query = {}) {
  const countsOf = ([added = 0, changed = 0, same = 0]: number[]) => ({ new: added, changed, same });
  const expected = { agents: countsOf(agents), closings: countsOf(closings) };
  expect(await check(rows, query)).toEqual(expected);
  expect(await deliver(rows, query)).toEqual(expected);
}

describe('a check and a delivery count', () => {
  test('a sale of two agents as one closing', async () => {
    const both = [ada, { ...bo, agent_role: 'Buyer Agent' }];
    await expectEffects(both, [2], [1]);
    await expectEffects(both, [0, 0, 2], [0, 0, 1]);
  });

  test('a corrected price, day and agent as changes', async () => {
    const numbered = (n: number): Row => ({ ...ada, address1: `${n} Main St`, mls_id: `A-${n}` });
    const file = [1, 2, 3, 4, 5, 6].map(numbered);
    await expectEffects(file, [1], [6]);
    const corrected = file.with(0, { ...numbered(1), price: 510_000 });
    corrected[1] = { ...numbered(2), sold_date: '2026-03-06' };
    corrected[2] = { ...bo, address1: '3 Main St', mls_id: 'A-3' };
    await expectEffects(corrected, [1, 0, 1], [0, 3, 3]);
    await expectEffects(corrected, [0, 0, 2], [0, 0, 6]);
  });

  test('a further agent of a stored sale as a change', async () => {
    await deliver([ada]);
    await expectEffects([ada, { ...bo, agent_role: 'Buyer Agent' }], [1, 0, 1], [0, 1]);
  });

  test('a changed agent of an unchanged sale', async () => {
    await deliver([ada, { ...ada, ...elm }]);
    await expectEffects([{ ...ada, email: 'ada@example.org' }], [0, 1], [0, 0, 1]);
  });

  test('a sale without a number by its place', async () => {
    const { mls_id: _, ...unnumbered } = ada;
    await deliver([unnumbered]);
    await expectEffects([{ ...bo, mls_id: '', address1: '12 Main Street' }], [1], [0, 1]);
  });

  test('a corrected ZIP as a change', async () => {
    await deliver([ada]);
    await expectEffects([{ ...ada, zip: 98031 }], [0, 1], [0, 1]);
  });

  test.each([
    ['license', { email: '' }],
    ['email', { license_number: '' }],
  ])('an agent known by %s elsewhere as changed', async (_, known) => {
    await deliver([ada]);
    await expectEffects([{ ...ada, ...elm, zip: 98032, ...known }], [0, 1], [1]);
  });

  test('an agent known by name and brokerage elsewhere as changed', async () => {
    const nameless = { ...ada, license_number: '', email: '' };
    await deliver([nameless]);
    await expectEffects([{ ...nameless, ...elm, zip: 98032 }], [0, 1], [1]);
  });

  test('an agent of several new ZIPs once', async () => {
    const zips = [98030, 98031, 98032].map((zip, n) => ({
      ...ada,
      zip,
      mls_id: `A-${n}`,
      address1: `${n} Elm St`,
    }));
    await expectEffects(zips, [1], [3]);
  });

  test('a further source as a change, and its repetition as the same', async () => {
    const other = { source: otherKey };
    await deliver([ada]);
    await expectEffects([{ ...ada, price: 490_000 }], [0, 0, 1], [0, 1]);
    await expectEffects([{ ...ada, price: 480_000 }], [0, 1], [0, 1], other);
    await expectEffects([{ ...ada, price: 490_000 }], [0, 0, 1], [0, 0, 1]);
    await expectEffects([{ ...ada, price: 480_000 }], [0, 0, 1], [0, 0, 1], other);
  });

  test('rows that were removed by an undo as new', async () => {
    await deliver([ada]);
    await leads.pg.query(sql`truncate agents, closings`);
    await expectEffects([ada], [1], [1]);
  });
});

test('a file of several thousand rows counts each sale once', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n): Row => {
    const sale = n % 2_500;
    const agent = n < 2_500 ? ada : { ...bo, agent_role: 'Buyer Agent' };
    return { ...agent, address1: `${sale} Main St`, mls_id: `A-${sale}`, zip: sale % 2 ? 98030 : 98031 };
  });
  await expectEffects(rows, [2], [2_500]);
  await expectEffects(rows, [0, 0, 2], [0, 0, 2_500]);
  expect(await leads.pg.query(sql`select from delivery_effects`)).toEqual([]);
});
