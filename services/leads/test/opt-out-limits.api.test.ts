import { mostAgentsCounted } from '@closingwire/contracts/agents-counted';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLeads } from './leads-platform.ts';
import { madeUpLeads } from './made-up-leads.ts';
import { optOutAdminOf, optOutOf } from './opt-out.ts';

/* What many requests, and contacts that many agents carry, may take. */

let now = new Date('2026-03-18T19:00:00Z');
let leads: Awaited<ReturnType<typeof startLeads>>;
let agents: ReturnType<typeof optOutOf>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now, OPT_OUT_MAILS_PER_HOUR: 3 });
  agents = optOutOf(leads);
});
afterAll(() => leads.stop());

test('links of an hour are few, whoever asks', async () => {
  const ask = async (n: number) => (await agents.ask({ email: `agent.${n}@example.com` })).status;
  const start = now;
  expect([await ask(1), await ask(1), await ask(2)]).toEqual([200, 200, 200]);
  now = new Date(start.getTime() + 60_000);
  expect([await ask(3), await ask(4), await ask(1)]).toEqual([200, 429, 429]);
  const reply = await fetch(`${leads.url}/api/opt-out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'agent.5@example.com' }),
  });
  expect(reply.headers.get('retry-after')).toBe('3540');
  expect(await reply.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
  now = new Date(start.getTime() + 3_600_000);
  expect([await ask(4), await ask(5), await ask(6)]).toEqual([200, 200, 429]);
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
    await tx.query('set local enable_seqscan = off');
    return tx.query(`explain select count(*) from opt_out_requests where state = 'needs-review'`);
  });
  expect(JSON.stringify(plan)).toContain('opt_out_requests_needs_review');
});
