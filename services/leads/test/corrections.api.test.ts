import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeAgents } from '../src/identity/merge-agents.ts';
import {
  asAdmin,
  correct,
  deliver,
  flagged,
  hide,
  lead,
  leads,
  listed,
  now,
  otherZip,
  startFlags,
  storedClosing,
} from './flagged.ts';
import { patience } from './start-leads.ts';

/* Corrections after undos, merges and on both sides of a sale. */

beforeAll(startFlags);
afterAll(() => leads.stop());

const identityOf = async (n: number) =>
  (
    await leads.pg.one<{ id: string }>(
      sql`select identity_id as id from agents where full_name = ${`Agent ${n} Example`} limit 1`,
    )
  ).id;

/** Undoes the delivery that last changed a closing and its agent. */
async function undoLast(n: number) {
  const { batchId } = await leads.pg.one<{ batchId: string }>(
    sql`select batch_id as "batchId" from closings where address1 = ${`${n} Elm St`}`,
  );
  await asAdmin(`ingestion/${batchId}/undo`, {}, 'POST');
  const isUndone = sql`select from batches where id = ${batchId} and undone_at is not null`;
  await until(() => leads.pg.returnsRow(isUndone), patience);
}

/** Selects the email and office phone of the agent of a closing, with their sources and times. */
const contactsOf = (n: number) =>
  leads.pg.one(
    sql`select a.email, a.email_source_id as "emailSource", a.email_first_seen_at as "emailFirst",
       a.phone, a.phone_extension as extension, a.phone_source_id as "phoneSource"
     from closings c join agents a on a.zip = c.zip and a.id = c.agent_id where c.address1 = ${`${n} Elm St`}`,
  );

test('an undo keeps corrections and what the sources say', async () => {
  const { id } = await flagged(21);
  await correct(id, { price: 90_000, email: 'right21@example.com' });
  await deliver(lead(21, { price: 200_000 }, { email: 'later21@example.com' }));
  await undoLast(21);
  const was = { price: 100_021, email: 'agent.21@example.com' };
  expect((await correct(id, { price: 90_000 })).body.closing).toMatchObject({
    price: 90_000,
    email: 'right21@example.com',
    corrected: [
      { field: 'price', was: was.price },
      { field: 'email', was: was.email },
    ],
  });
  expect((await correct(id, was)).body.closing).toMatchObject({ ...was, corrected: [] });
});

test('corrections of two agents who prove to be one are joined', async () => {
  const one = await flagged(22);
  await correct(one.id, { email: 'right22@example.com' });
  const other = await flagged(23);
  await correct(other.id, { fullName: 'Right Name' });
  await deliver({ ...lead(23, { address1: '24 Elm St', mlsId: 'M24', zip: otherZip }) });
  await mergeAgents(leads.pg, () => now, {
    from: (await storedClosing(23)).identityId,
    into: await identityOf(22),
  });
  for (const n of [22, 23, 24]) {
    expect(await listed(n)).toMatchObject([{ fullName: 'Right Name', email: 'right22@example.com' }]);
  }
  const { corrected } = (await correct(one.id, { email: 'right22@example.com' })).body.closing ?? {};
  expect(corrected).toEqual([
    { field: 'fullName', was: expect.stringMatching(/^Agent 2[23] Example$/) },
    { field: 'email', was: expect.stringMatching(/^agent\.2[23]@example\.com$/) },
  ]);
});

test('a hiding waits for a closing that changes and finds it', async () => {
  const { id } = await flagged(25);
  const { zip } = await storedClosing(25);
  const movedId = newId();
  const { hiding } = await leads.pg.transaction(async tx => {
    await tx.execute(sql`update closings set id = ${movedId} where zip = ${zip} and address1 = '25 Elm St'`);
    await tx.execute(sql`update lead_flags set closing_id = ${movedId} where id = ${id}`);
    const hiding = hide(id);
    await until(
      () =>
        leads.pg.returnsRow(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
        ),
      patience,
    );
    return { hiding };
  });
  const { status, changes } = await hiding;
  expect({ status, changes }).toEqual({
    status: 200,
    changes: [{ field: 'isHidden', from: 'no', to: 'yes' }],
  });
  expect(await listed(25)).toEqual([]);
});

test('a sale is corrected for all its sides, also a later one', async () => {
  const { id } = await flagged(26);
  const { property } = lead(26);
  await deliver({ ...lead(27, property), agentRole: 'Buyer Agent' });
  expect(await listed(26)).toHaveLength(2);
  await correct(id, { price: 90_000 });
  await deliver({ ...lead(29, property), agentRole: 'Co-Buyer Agent' });
  const right = { property: { price: 90_000 } };
  expect(await listed(26)).toMatchObject([right, right, right]);
});

test('a corrected phone loses its extension until the correction ends', async () => {
  await deliver(lead(28, {}, { phone: '(206) 555-0128', phoneExtension: '12' }));
  const { id } = await flagged(28);
  const before = await contactsOf(28);
  expect(before).toMatchObject({ extension: '12', emailSource: expect.any(Number) });
  await correct(id, { phone: '(206) 555-0199', email: 'right28@example.com' });
  const right = { phone: '(206) 555-0199', extension: null, phoneSource: null, emailSource: null };
  expect(await contactsOf(28)).toMatchObject(right);
  await deliver(lead(28, {}, { phone: '(206) 555-0128', phoneExtension: '12' }));
  expect(await contactsOf(28)).toMatchObject(right);
  await correct(id, { phone: '(206) 555-0128', email: 'agent.28@example.com' });
  expect(await contactsOf(28)).toEqual(before);
});
