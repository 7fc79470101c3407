import { sql } from '@closingwire/chassis/pg';
import { mostAgentsCounted } from '@closingwire/contracts/opt-out';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpLeads } from './made-up-leads.ts';
import { optOutAdminOf, optOutOf } from './opt-out.ts';
import { startLeads } from './start-leads.ts';

/* Limits of many requests, and of contacts that many agents have. */

let now = new Date('2026-03-18T19:00:00Z');
let leads: Awaited<ReturnType<typeof startLeads>>;
let agents: ReturnType<typeof optOutOf>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now, OPT_OUT_MAILS_PER_HOUR: 3, OPT_OUT_MAILS_PER_NETWORK: 2 });
  agents = optOutOf(leads);
});
afterAll(() => leads.stop());

const ask = (n: number, network: string) =>
  fetch(`${leads.url}/api/opt-out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ email: `agent.${n}@example.com` }),
  });
const statusOf = async (n: number, network: string) => (await ask(n, network)).status;

test('links per hour are limited, per network and in total', async () => {
  const start = now;
  const [one, sameOne] = ['2001:db8:1:2::3', '2001:db8:1:2:ffff::4'];
  const [two, three] = ['192.0.2.2', '192.0.2.3'];
  // The second request mails nothing and is not counted.
  expect([await statusOf(1, one), await statusOf(1, one), await statusOf(2, sameOne)]).toEqual([
    200, 200, 200,
  ]);
  now = new Date(start.getTime() + 60_000);
  expect([await statusOf(3, one), await statusOf(3, two)]).toEqual([429, 200]);
  expect([await statusOf(4, two), await statusOf(4, three), await statusOf(1, three)]).toEqual([
    429, 429, 429,
  ]);
  const reply = await ask(5, three);
  expect(reply.headers.get('retry-after')).toBe('3540');
  expect(await reply.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
  now = new Date(start.getTime() + 3_600_000);
  expect([await statusOf(4, one), await statusOf(5, one), await statusOf(6, three)]).toEqual([200, 200, 429]);
});

test('the gateway learns which opt-out was asked for', async () => {
  now = new Date(now.getTime() + 3_600_000);
  const named = async () => (await ask(7, '192.0.2.4')).headers.get('x-named-ids');
  expect(await named()).toMatch(/^optOutId=[\da-f-]{36}$/);
  // This request mails nothing, so no opt-out is named.
  expect(await named()).toBeNull();
});

test('agents of an office are counted up to a limit', async () => {
  now = new Date(now.getTime() + 3_600_000);
  const phone = '(206) 555-0199';
  const office = madeUpLeads(mostAgentsCounted + 50, () => ({ zip: '98199' }));
  await leads.source.deliver(office.map(lead => ({ ...lead, mobile: phone, phone })));
  await agents.optOut({ email: 'office@example.com', phone });
  const admin = await optOutAdminOf(leads);
  const { optOuts } = await admin.list({ search: 'office@example.com' });
  expect(optOuts.flatMap(({ contacts }) => contacts.map(({ agentCount }) => agentCount))).toEqual([
    0,
    mostAgentsCounted + 1,
  ]);
});

test('opt-outs that need review are counted by an index of their own', async () => {
  const plan = await leads.pg.transaction(async tx => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.query(sql`explain select count(*) from opt_out_requests where state = 'needs-review'`);
  });
  expect(JSON.stringify(plan)).toContain('opt_out_requests_needs_review');
});
