import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBilling, type TestBilling } from './start-billing.ts';

/* The admin's list once ended at 1,000 rows. */

const COUNT = 2_500;
let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling();
  const user = billing.newUser();
  await billing.as(user).standing();
  await billing.db.query(
    sql`insert into subscriptions (id, account_id, zip_code, city, state, industry, kind, claim_id, created_at)
     select gen_random_uuid(), ${user.id}, lpad(n::text, 5, '0'), 'Town', 'CA', 'Mortgages', 'trial', gen_random_uuid(), now()
     from generate_series(1, ${COUNT}) as n`,
  );
});
afterAll(() => billing.stop());

async function list(query = '') {
  const token = await billing.tokenOf(billing.newUser({ isAdmin: true }));
  const reply = await fetch(`${billing.url}/api/admin/subscriptions${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await reply.json()) as { zipCode: { zipCode: string } }[];
  return {
    status: reply.status,
    total: reply.headers.get('x-total-count'),
    zipCodes: reply.ok ? body.map(({ zipCode }) => zipCode.zipCode) : [],
  };
}

test('without a page all subscriptions are listed', async () => {
  const { zipCodes, total } = await list();
  expect(zipCodes).toHaveLength(COUNT);
  expect(new Set(zipCodes).size).toBe(COUNT);
  expect(total).toBe(String(COUNT));
});

test('all pages make the whole list', async () => {
  const all: string[] = [];
  for (let page = 1; page <= 3; page++) {
    const { zipCodes, total } = await list(`?page=${page}&limit=1000`);
    expect(total).toBe(String(COUNT));
    all.push(...zipCodes);
  }
  expect(all).toEqual((await list()).zipCodes);
  expect((await list('?page=4&limit=1000')).zipCodes).toEqual([]);
});

test('a page without a limit has 1,000 rows', async () => {
  expect((await list('?page=3')).zipCodes).toHaveLength(500);
  expect((await list('?limit=10')).zipCodes).toHaveLength(10);
});

test('a limit over the maximum is refused', async () => {
  expect((await list('?limit=5001')).status).toBe(400);
});
