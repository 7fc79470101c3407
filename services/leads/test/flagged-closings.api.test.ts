import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { ContactFacts } from '@closingwire/contracts/contacts';
import type { ExplainedList } from '@closingwire/contracts/customer-lists';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeAgents } from '../src/identity/merge-agents.ts';
import { eraseAgents } from '../src/opt-out/erase.ts';
import { applySuppressions } from '../src/opt-out/suppressions.ts';
import {
  asAdmin,
  correct,
  deliver,
  deliverAsOther,
  flagged,
  hide,
  lead,
  leads,
  listed,
  now,
  otherZip,
  reportsOf,
  startFlags,
  storedClosing,
  subscriber,
  thirdZip,
  zip,
} from './flagged.ts';
import { patience } from './start-leads.ts';
import type { Page } from './subscriber.ts';
import { todayOf } from './today.ts';

/* An admin hides the closing of a flag, shows it again and corrects it. */

beforeAll(startFlags);
afterAll(() => leads.stop());

test('a hidden closing is in no list, count, file or Today', async () => {
  row('beyond/hidden-closing');
  const { id, closingId } = await flagged(1);
  await deliver(lead(2));
  const { status, changes, body } = await hide(id);
  expect(status).toBe(200);
  expect(changes).toEqual([{ field: 'isHidden', from: 'no', to: 'yes' }]);
  expect(body).toMatchObject({
    status: 'pending',
    closing: { address1: '1 Elm St', hidden: { at: expect.any(String), by: 'ada@example.com' } },
  });
  expect(await listed(1)).toEqual([]);
  const page = await subscriber.get<Page>('/api/user/agents');
  expect(page.total).toBe(page.agents.length);
  expect(await (await subscriber.exportCsv({})).text()).not.toContain('1 Elm St');
  expect(JSON.stringify(await todayOf(subscriber))).not.toContain('1 Elm St');
  expect((await subscriber.ask(`/api/user/agents/${closingId}/contacts`)).status).toBe(404);
  const again = JSON.stringify({ agentId: closingId, note: 'Still there' });
  expect((await subscriber.ask('/api/lead-flags', { method: 'POST', body: again })).status).toBe(404);
  const { agents, hidden } = (await asAdmin(`zip-codes/${zip}/leads?page=1`)).body as never as {
    agents: { property: { address1: string } }[];
    hidden: object;
  };
  expect(agents.map(({ property }) => property.address1)).not.toContain('1 Elm St');
  expect(hidden).toMatchObject({ hiddenByAdmin: 1, optedOut: 0 });
  const { lists } = (await asAdmin(`customers/${subscriber.id}/lists?zip=${zip}`)).body as never as {
    lists: ExplainedList[];
  };
  expect(lists[0]?.reasons).toContainEqual({ kind: 'hidden-by-admin', closings: 1 });
});

test('a hidden closing stays hidden when it is delivered again', async () => {
  const { id } = await flagged(3);
  await hide(id);
  expect((await hide(id)).changes).toEqual([]);
  await deliver(lead(3));
  await deliver(lead(3, { price: 900_000, soldDate: '2026-03-16' }));
  await leads.pg.execute(sql`update closings set is_suppressed = false`);
  expect(await listed(3)).toEqual([]);
  const { body } = await hide(id, false);
  expect(body.closing).toMatchObject({ hidden: null, price: 900_000, soldDate: '2026-03-16' });
  expect(await listed(3)).toHaveLength(1);
});

test('an undone delivery leaves a closing hidden', async () => {
  const { id } = await flagged(4);
  await hide(id);
  const { batchId } = await leads.pg.one<{ batchId: string }>(
    sql`select batch_id as "batchId" from closings where address1 = '4 Elm St'`,
  );
  await asAdmin(`ingestion/${batchId}/undo`, {}, 'POST');
  const isUndone = sql`select from batches where id = ${batchId} and undone_at is not null`;
  await until(() => leads.pg.returnsRow(isUndone), patience);
  await deliver(lead(4));
  expect(await listed(4)).toEqual([]);
  expect((await hide(id, false)).status).toBe(200);
  expect(await listed(4)).toHaveLength(1);
});

test('corrections survive deliveries of one source and of two', async () => {
  row('beyond/corrected-closing');
  const { id, closingId } = await flagged(5);
  const { status, changes, body } = await correct(id, {
    price: 450_000,
    email: 'right@example.com',
    mobile: null,
    phone: '206.555.0177',
  });
  expect(status).toBe(200);
  expect(changes).toEqual([
    { field: 'price', from: '100005', to: '450000' },
    { field: 'email' },
    { field: 'mobile' },
    { field: 'phone' },
  ]);
  expect(body.closing).toMatchObject({
    price: 450_000,
    corrected: [
      { field: 'price', was: 100_005 },
      { field: 'email', was: 'agent.5@example.com' },
      { field: 'mobile', was: '(206) 555-1005' },
      { field: 'phone', was: null },
    ],
  });
  const right = {
    email: 'right@example.com',
    mobile: null,
    phone: '(206) 555-0177',
    property: { price: 450_000 },
  };
  const expectRight = async () => expect(await listed(5)).toMatchObject([right]);
  await expectRight();
  await deliver(lead(5));
  await expectRight();
  await deliver(lead(5, { price: 470_000 }, { email: 'other@example.com' }));
  await expectRight();
  await deliverAsOther(lead(5, { price: 460_000, mlsId: null }, { email: 'second@example.com' }));
  await expectRight();
  await deliver(lead(5, { price: 470_000 }, { email: 'other@example.com' }));
  await expectRight();
  expect(await reportsOf(5)).toEqual([
    { email: 'other@example.com', price: 470_000 },
    { email: 'second@example.com', price: 460_000 },
  ]);
  const { contacts } = await subscriber.get<{ contacts: ContactFacts[] }>(
    `/api/user/agents/${closingId}/contacts`,
  );
  expect(contacts[0]).toMatchObject({ field: 'email', source: null, firstSeenAt: now.toISOString() });
  const { body: last } = await correct(id, { price: 1_000_000 });
  const was = Object.fromEntries(last.closing?.corrected.map(one => [one.field, one.was]) ?? []);
  expect((await correct(id, was)).body.closing).toMatchObject({ ...was, corrected: [] });
  await deliver(lead(5, { price: 480_000 }, { email: 'third@example.com' }));
  await deliverAsOther(lead(5, { price: 480_000, mlsId: null }, { email: 'third@example.com' }));
  expect((await listed(5))[0]).toMatchObject({ email: 'third@example.com', property: { price: 480_000 } });
});

test('a corrected agent is right in every ZIP, also in a new one', async () => {
  const { id } = await flagged(7);
  await deliver({ ...lead(7, { address1: '70 Elm St', mlsId: 'M70', zip: otherZip }) });
  await correct(id, { fullName: 'Right Name', email: 'right7@example.com' });
  await deliver({ ...lead(7, { address1: '71 Elm St', mlsId: 'M71', zip: thirdZip }) });
  for (const n of [7, 70, 71]) {
    expect(await listed(n)).toMatchObject([{ fullName: 'Right Name', email: 'right7@example.com' }]);
  }
});

test('unreadable and opted-out contacts are refused', async () => {
  const { id } = await flagged(8);
  const unread = await correct(id, { phone: '12' });
  expect(unread).toMatchObject({
    status: 400,
    body: {
      code: 'unreadable',
      message: 'Office phone: Expected one phone number with all its digits, without an extension; got "12"',
    },
  });
  expect((await correct(id, { price: 12 })).status).toBe(400);
  expect((await correct(id, {})).status).toBe(400);
  await leads.pg.execute(
    sql`insert into suppressions (request_id, created_at, kind, hash)
     values (gen_random_uuid(), now(), 'email', contact_hash('email', 'gone@example.com'))`,
  );
  expect(await correct(id, { email: 'gone@example.com' })).toMatchObject({
    status: 409,
    body: { code: 'opted_out' },
  });
  expect(await listed(8)).toMatchObject([{ email: 'agent.8@example.com', mobile: '(206) 555-1008' }]);
});

test('an opt-out with the contact of the sources hides a corrected agent', async () => {
  const { id } = await flagged(9);
  await correct(id, { email: 'right9@example.com', mobile: '(206) 555-0199' });
  const { hash } = await leads.pg.one<{ hash: Buffer }>(
    sql`insert into suppressions (request_id, created_at, kind, hash)
     values (gen_random_uuid(), now(), 'email', contact_hash('email', 'agent.9@example.com')) returning hash`,
  );
  await leads.pg.transaction(tx => applySuppressions(tx, [hash]));
  expect(await listed(9)).toEqual([]);
  expect((await asAdmin('lead-flags')).body.leadFlags?.find(flag => flag.id === id)?.closing).toBeNull();
  expect((await hide(id)).status).toBe(404);
  await deliver({ ...lead(9, { address1: '90 Elm St', mlsId: 'M90', zip: otherZip }) });
  expect(await listed(90)).toEqual([]);
});

test('a deletion leaves nothing of a corrected agent', async () => {
  const { id } = await flagged(10);
  await correct(id, { fullName: 'Right Name', email: 'right10@example.com' });
  const { zip: ofZip, agentId } = await storedClosing(10);
  const agent = sql`select zip, id from agents where zip = ${ofZip} and id = ${agentId}`;
  await leads.pg.transaction(tx => eraseAgents(tx, agent));
  const stored = await leads.pg.one(
    sql`select to_jsonb(a)::text as text from agents a where id = ${agentId}`,
  );
  expect(JSON.stringify(stored)).not.toMatch(/right|agent\.10/i);
});

test('a hidden closing stays hidden when two agents prove to be one', async () => {
  const { id } = await flagged(11);
  await hide(id);
  await deliver(lead(12, lead(11).property));
  const other = await leads.pg.one<{ identityId: string }>(
    sql`select identity_id as "identityId" from agents where full_name = 'Agent 12 Example'`,
  );
  const { identityId } = await storedClosing(11);
  await mergeAgents(leads.pg, () => now, { from: identityId, into: other.identityId });
  const closings = await leads.pg.query<{ id: string }>(
    sql`select id from closings where address1 = '11 Elm St' and is_suppressed and hidden_at is not null`,
  );
  expect(closings).toHaveLength(1);
  expect(await listed(11)).toEqual([]);
  expect((await hide(id, false)).status).toBe(200);
  expect(await listed(11)).toHaveLength(1);
});
