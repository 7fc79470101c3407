import { raw, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetExpired } from '../src/opt-out/store.ts';
import { madeUpLead } from './made-up-leads.ts';
import { optOutAdminOf, optOutOf } from './opt-out.ts';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const DAY_MS = 24 * 3_600_000;

let now = new Date('2026-03-18T19:00:00Z');
let leads: Awaited<ReturnType<typeof startLeads>>;
let agents: ReturnType<typeof optOutOf>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  agents = optOutOf(leads);
});
afterAll(() => leads.stop());

type Listed = { agents: { id: string }[]; total: number };

/** A subscriber of a ZIP with these leads. */
async function readerOf(zipCode: string, ...rows: object[]) {
  await leads.source.deliver(rows);
  const reader = await subscriberOf(leads, [zipCode]);
  return { ...reader, total: async () => (await reader.get<Listed>('/api/user/agents')).total };
}

const stored = (zipCode: string) =>
  leads.pg.query(sql`select full_name, is_suppressed from agents where zip = ${zipCode} order by full_name`);
const jobsLeft = async () =>
  (await leads.pg.query(sql`select from graphile_worker.jobs where task_identifier = 'mail-opt-out-link'`))
    .length;

describe('a request to be left out', () => {
  test('changes nothing and mails a link', async () => {
    const { total } = await readerOf('98101', madeUpLead(101, { zip: '98101' }));
    const { status, body } = await agents.ask({ email: 'agent.101@example.com', licenseNumber: 'WA-101' });
    expect([status, body]).toEqual([200, { message: expect.stringContaining('mailed a link') }]);
    expect(await agents.tokenFor('agent.101@example.com')).toMatch(/^[\w-]{43}$/);
    expect(await total()).toBe(1);
    expect(await leads.pg.query(sql`select from suppressions`)).toEqual([]);
  });

  test('gets the same reply whether or not the address is in a list', async () => {
    await leads.source.deliver([madeUpLead(102, { zip: '98102' })]);
    const known = await agents.ask({ email: 'agent.102@example.com' });
    const unknown = await agents.ask({ email: 'nobody.102@example.com' });
    expect(unknown).toEqual(known);
    expect(await agents.ask({ email: 'nobody.102@example.com' })).toEqual(known);
    await agents.tokenFor('nobody.102@example.com');
  });

  test('mails no second link a moment later, and few a day', async () => {
    const email = 'agent.103@example.com';
    const mailed = async (count: number) => {
      await until(async () => (await jobsLeft()) === 0);
      expect(leads.notifications.mailsTo(email)).toHaveLength(count);
    };
    const start = now;
    await agents.ask({ email });
    await Promise.all([agents.ask({ email }), agents.ask({ email: 'Agent.103@Example.com' })]);
    await mailed(1);
    for (const hours of [1, 2, 3, 4]) {
      now = new Date(start.getTime() + hours * 3_600_000);
      await agents.ask({ email });
    }
    await mailed(3);
    now = new Date(start.getTime() + DAY_MS + 3_600_000);
    await agents.ask({ email });
    await mailed(4);
    now = start;
  });

  test('keeps the secret as a hash, and no job of it', async () => {
    const email = 'agent.104@example.com';
    leads.notifications.faults.away = 1;
    await agents.ask({ email });
    const token = await agents.tokenFor(email);
    await until(async () => (await jobsLeft()) === 0);
    const kept = await leads.pg.query(
      sql`select to_jsonb(r)::text as row from opt_out_requests r union all select to_jsonb(a)::text from audit_log a`,
    );
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test.each([{ phone: 'none' }, { phone: '12345' }, { licenseNumber: '---' }, { email: 'agent' }])(
    'is refused with %o',
    async wrong => {
      const { status } = await agents.ask({ email: 'agent.105@example.com', ...wrong });
      expect(status).toBe(400);
      expect(leads.notifications.mailsTo('agent.105@example.com')).toEqual([]);
    },
  );
});

describe('the link', () => {
  test('takes the agent out of every list at once', async () => {
    row('beyond/opt-out-by-mail');
    const { ask, get, total } = await readerOf('98111', madeUpLead(111, { zip: '98111' }));
    const [agent] = (await get<Listed>('/api/user/agents')).agents;
    await ask('/api/lead-flags', { method: 'POST', body: JSON.stringify({ agentId: agent?.id, note: 'x' }) });
    expect(await agents.optOut({ email: 'agent.111@example.com' })).toEqual({
      status: 200,
      body: { message: expect.any(String), email: 'a•••@example.com', needsReview: [] },
    });
    expect(await total()).toBe(0);
    expect(await get('/api/agents/98111')).toEqual([]);
    const flags = await leads.pg.query(
      sql`select agent_email, agent_phone from lead_flags where zip = '98111'`,
    );
    expect(flags).toEqual([{ agent_email: null, agent_phone: null }]);
  });

  test('can be looked at without being used up', async () => {
    row('beyond/opt-out-link-state');
    const email = 'agent.118@example.com';
    const start = now;
    expect(await agents.look('x'.repeat(43))).toMatchObject({ status: 200, body: { state: 'unknown' } });
    expect(await agents.look('x')).toMatchObject({ status: 400 });
    await agents.ask({ email, phone: '(206) 555-0118' });
    const token = await agents.tokenFor(email);
    for (let times = 0; times < 3; times++) {
      expect(await agents.look(token)).toEqual({
        status: 200,
        cached: 'no-store',
        body: { state: 'requested' },
      });
    }
    now = new Date(start.getTime() + 7 * DAY_MS);
    expect((await agents.look(token)).body).toEqual({ state: 'expired' });
    now = start;
    expect(await agents.confirm(token)).toMatchObject({ status: 200 });
    expect((await agents.look(token)).body).toEqual({ state: 'needs-review' });
  });

  test('works once', async () => {
    const email = 'agent.112@example.com';
    await agents.optOut({ email });
    const token = await agents.tokenFor(email);
    expect(await agents.confirm(token)).toMatchObject({ status: 409, body: { code: 'link_used' } });
    expect(await agents.confirm('x'.repeat(43))).toMatchObject({ status: 404 });
  });

  test('takes effect once when pressed twice', async () => {
    const email = 'agent.113@example.com';
    await agents.ask({ email });
    const token = await agents.tokenFor(email);
    const both = await Promise.all([agents.confirm(token), agents.confirm(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('expires after seven days', async () => {
    const email = 'agent.114@example.com';
    const start = now;
    await agents.ask({ email });
    const token = await agents.tokenFor(email);
    now = new Date(start.getTime() + 7 * DAY_MS);
    expect(await agents.confirm(token)).toMatchObject({ status: 409, body: { code: 'link_expired' } });
    now = start;
    expect((await agents.confirm(token)).status).toBe(200);
  });
});

test('an expired link has its contacts deleted', async () => {
  const email = 'agent.115@example.com';
  await agents.ask({ email, licenseNumber: 'WA-115' });
  const token = await agents.tokenFor(email);
  const kept = () =>
    leads.pg.query(sql`select value from opt_out_contacts where request_id = (
      select request_id from opt_out_contacts where hash = contact_hash('email', '${raw(email)}'))`);
  await forgetExpired(leads.pg, new Date(now.getTime() + 7 * DAY_MS - 1));
  expect(await kept()).toContainEqual({ value: email });
  await forgetExpired(leads.pg, new Date(now.getTime() + 7 * DAY_MS));
  expect(await kept()).toEqual([{ value: null }, { value: null }]);
  await forgetExpired(leads.pg, new Date(now.getTime() + 37 * DAY_MS));
  expect(await kept()).toEqual([]);
  expect((await agents.confirm(token)).status).toBe(404);
});

describe('an agent who opted out', () => {
  test('stays out when sent again', async () => {
    row('beyond/opt-out');
    const { total } = await readerOf('98012', madeUpLead(12, { zip: '98012' }));
    await agents.optOut({ email: 'agent.12@example.com', licenseNumber: 'wa 12' });
    await leads.source.deliver([
      madeUpLead(12, { zip: '98012', soldDate: '2026-03-18' }),
      madeUpLead(13, { zip: '98012' }, { licenseNumber: 'WA12', email: 'other@example.com' }),
    ]);
    expect(await total()).toBe(0);
    expect(await stored('98012')).toEqual([{ full_name: 'Agent 12 Example', is_suppressed: true }]);
  });

  test('stays out under another address', async () => {
    const { total } = await readerOf('98018', madeUpLead(18, { zip: '98018' }));
    await agents.optOut({ email: 'agent.18@example.com' });
    await leads.source.deliver([
      madeUpLead(
        18,
        { zip: '98018', soldDate: '2026-03-18', mlsId: 'M18b' },
        { email: 'new.18@example.com' },
      ),
    ]);
    expect(await total()).toBe(0);
  });

  test('stays out of every ZIP, also where other contacts identify them', async () => {
    const elsewhere = { email: null, mobile: null, licenseNumber: 'WA-26' };
    const agent = (zip: string, changes: object) =>
      madeUpLead(26, { zip, mlsId: `M${zip}` }, { fullName: 'Ida Example', ...changes });
    const first = await readerOf('98026', agent('98026', {}));
    const second = await readerOf('98027', agent('98027', elsewhere));
    expect([await first.total(), await second.total()]).toEqual([1, 1]);
    await agents.optOut({ email: 'agent.26@example.com' });
    expect([await first.total(), await second.total()]).toEqual([0, 0]);
    await leads.source.deliver([agent('98028', elsewhere)]);
    expect(await stored('98028')).toEqual([]);
    const { id } = await leads.pg.one<{ id: string }>(
      sql`select request_id as id from suppressions where hash = contact_hash('email', 'agent.26@example.com')`,
    );
    const admin = await optOutAdminOf(leads);
    expect((await admin.undo(id)).status).toBe(200);
    expect([await first.total(), await second.total()]).toEqual([1, 1]);
  });

  test('is never stored when known beforehand', async () => {
    await agents.optOut({ email: 'agent.14@example.com' });
    await leads.source.deliver([madeUpLead(14, { zip: '98014' }), madeUpLead(16, { zip: '98014' })]);
    expect(await stored('98014')).toEqual([{ full_name: 'Agent 16 Example', is_suppressed: false }]);
  });

  test('is kept as hashes and masks only', async () => {
    const email = 'keep.me.17@seventeen.example';
    await leads.source.deliver([madeUpLead(1717, { zip: '98017' }, { email })]);
    await agents.optOut({ email, licenseNumber: 'WA-1717' });
    const kept = await leads.pg.query(
      sql`select to_jsonb(s)::text as row from suppressions s union all select to_jsonb(r)::text from opt_out_requests r
       union all select to_jsonb(a)::text from audit_log a
       union all select to_jsonb(c)::text from opt_out_contacts c`,
    );
    expect(kept.filter(({ row: text }) => /keep\.me|WA-1717/.test(String(text)))).toEqual([]);
  });
});

describe('a phone or a license number', () => {
  const phone = '(206) 555-0177';

  test('takes effect with an address whose rows carry it', async () => {
    const own = madeUpLead(121, { zip: '98121' }, { mobile: phone });
    const noEmail = madeUpLead(
      122,
      { zip: '98121' },
      { fullName: own.fullName, licenseNumber: null, email: null, mobile: null, phone },
    );
    await leads.source.deliver([own, noEmail]);
    const { body } = await agents.optOut({
      email: 'agent.121@example.com',
      phone: '+1 206-555-0177',
      licenseNumber: 'wa121',
    });
    expect(body).toMatchObject({ needsReview: [] });
    expect(await stored('98121')).toEqual([
      { full_name: 'Agent 121 Example', is_suppressed: true },
      { full_name: 'Agent 121 Example', is_suppressed: true },
    ]);
  });

  test('of another agent suppresses nothing', async () => {
    row('beyond/opt-out-others');
    await leads.source.deliver([madeUpLead(123, { zip: '98123' }, { mobile: '(206) 555-0123' })]);
    const { body } = await agents.optOut({
      email: 'stranger.123@example.com',
      phone: '(206) 555-0123',
      licenseNumber: 'WA-123',
    });
    expect(body).toMatchObject({ needsReview: ['phone', 'license'] });
    expect(await stored('98123')).toEqual([{ full_name: 'Agent 123 Example', is_suppressed: false }]);
  });

  test('of an office takes its agents out of nothing', async () => {
    const office = '(206) 555-0124';
    await leads.source.deliver([
      madeUpLead(124, { zip: '98124' }, { phone: office }),
      madeUpLead(125, { zip: '98124' }, { phone: office }),
    ]);
    const { body } = await agents.optOut({ email: 'agent.124@example.com', phone: office });
    expect(body).toMatchObject({ needsReview: ['phone'] });
    expect(await stored('98124')).toEqual([
      { full_name: 'Agent 124 Example', is_suppressed: true },
      { full_name: 'Agent 125 Example', is_suppressed: false },
    ]);
  });

  test('waits when its rows carry no address at all', async () => {
    await leads.source.deliver([madeUpLead(126, { zip: '98126' }, { email: null })]);
    const { body } = await agents.optOut({ email: 'agent.126@example.com', licenseNumber: 'WA-126' });
    expect(body).toMatchObject({ needsReview: ['license'] });
    expect(await stored('98126')).toEqual([{ full_name: 'Agent 126 Example', is_suppressed: false }]);
  });
});
