import { hash } from 'node:crypto';
import { sql } from '@closingwire/chassis/pg';
import type { ContactFacts } from '@closingwire/contracts/contacts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { listedOn, registryLists } from './registry-lists.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const dayAgo = (days: number) => daysAgo(days).toISOString().slice(0, 10);
const zip = '98101';

let leads: Awaited<ReturnType<typeof startLeads>>;
let registry: Awaited<ReturnType<typeof registryLists>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  registry = await registryLists(leads);
  subscriber = await subscriberOf(leads, [zip], daysAgo(5));
});
afterAll(() => leads.stop());
beforeEach(async () => {
  await leads.pg.execute(
    sql`truncate agents, closings, contact_evidence, do_not_call_lists, do_not_call_areas, do_not_call_numbers`,
  );
});

const lead = (n: number, agent: object = {}) => ({
  ...madeUpLead(n, { zip, soldDate: dayAgo(3) }),
  ...agent,
});

const closings = async () => (await subscriber.get<Page>('/api/user/agents')).agents;
async function contactsOf(n: number): Promise<ContactFacts[]> {
  const closing = (await closings()).find(({ fullName }) => fullName === madeUpLead(n).fullName);
  const path = `/api/user/agents/${closing?.id}/contacts`;
  return (await subscriber.get<{ contacts: ContactFacts[] }>(path)).contacts;
}
const store = (contact: string, about: string, result: string, checkedAt = now) =>
  leads.pg.execute(
    sql`insert into contact_evidence (hash, about, result, provider, checked_at)
     values (contact_hash(${about === 'verification' ? 'email' : 'phone'}, ${contact}), ${about}, ${result}, 'test', ${checkedAt})
     on conflict (hash, about) do update set result = excluded.result, checked_at = excluded.checked_at`,
  );

describe('the state of a contact', () => {
  test('is unknown until evidence changes it', async () => {
    row('beyond/contact-states');
    await leads.source.deliver([lead(1, { phone: '(206) 555-0101' })]);
    const unknown = { state: 'unknown', checkedAt: null, earlier: null, notOnListOf: null };
    expect(await contactsOf(1)).toMatchObject([
      { kind: 'email', field: 'email', ...unknown },
      { kind: 'phone', field: 'mobile', ...unknown },
      { kind: 'phone', field: 'phone', ...unknown },
    ]);
    await store('AGENT.1@example.com', 'verification', 'risky');
    await store('+1 206 555 0142', 'line-type', 'mobile');
    const checkedAt = now.toISOString();
    expect(await contactsOf(1)).toMatchObject([
      { state: 'risky', checkedAt },
      { state: 'mobile', checkedAt },
      { state: 'unknown', checkedAt: null },
    ]);
    expect((await closings())[0]?.mustNotCall).toBeNull();
  });

  test('is unknown again when the evidence is too old', async () => {
    await leads.source.deliver([lead(1)]);
    await store('agent.1@example.com', 'verification', 'deliverable', daysAgo(91));
    const [email] = await contactsOf(1);
    expect(email).toMatchObject({
      state: 'unknown',
      checkedAt: null,
      earlier: { state: 'deliverable', checkedAt: daysAgo(91).toISOString() },
    });
    await store('agent.1@example.com', 'verification', 'deliverable', daysAgo(89));
    expect((await contactsOf(1))[0]).toMatchObject({ state: 'deliverable', earlier: null });
  });

  test('shows the source and the days of the contact', async () => {
    await leads.source.deliver([lead(1)]);
    await leads.pg.execute(
      sql`update agents set mobile_source_id = null, mobile_first_seen_at = null, email_source_id = (select min(id) from sources), email_first_seen_at = ${daysAgo(9)},
         email_last_seen_at = ${daysAgo(1)} where zip = ${zip}`,
    );
    const { name } = await leads.pg.one<{ name: string }>(sql`select name from sources order by id limit 1`);
    const [email, mobile] = await contactsOf(1);
    expect(email).toMatchObject({
      source: name,
      firstSeenAt: daysAgo(9).toISOString(),
      lastSeenAt: daysAgo(1).toISOString(),
    });
    expect(mobile).toMatchObject({ field: 'mobile', source: null, firstSeenAt: null });
  });

  test('is for subscribers of the ZIP alone', async () => {
    await leads.source.deliver([lead(1)]);
    const [closing] = await closings();
    const path = `/api/user/agents/${closing?.id}/contacts`;
    const { agentId } = await subscriber.get<{ agentId: string }>(path);
    expect(await subscriber.get(`/api/user/agents/${agentId}`)).toMatchObject({ agentId });
    const other = await subscriberOf(leads, ['98102'], daysAgo(5));
    expect((await other.ask(path)).status).toBe(404);
    await leads.pg.execute(sql`update closings set is_suppressed = true where zip = ${zip}`);
    expect((await subscriber.ask(path)).status).toBe(404);
  });
});

describe('a list of the registry', () => {
  test('marks its numbers and calls none safe', async () => {
    row('beyond/do-not-call-list');
    await leads.source.deliver([lead(1, { phone: '(206) 555-0101' }), lead(2, { mobile: '(425) 555-0142' })]);
    const { status, body } = await registry.upload('206,5550142\r\n206,5550199\r\n');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'full',
      accountNumber: '12345678-1',
      listedOn,
      numbers: 2,
      areaCodes: ['206'],
      isValid: true,
    });
    expect(await contactsOf(1)).toMatchObject([
      { state: 'unknown' },
      { state: 'do-not-call', checkedAt: `${listedOn}T00:00:00.000Z`, notOnListOf: null },
      { state: 'unknown', checkedAt: null, notOnListOf: listedOn },
    ]);
    expect((await contactsOf(2))[1]).toMatchObject({ state: 'unknown', notOnListOf: null });
    const shown = await closings();
    expect(shown.find(({ fullName }) => fullName === madeUpLead(1).fullName)?.mustNotCall).toEqual([
      { field: 'mobile', state: 'do-not-call' },
    ]);
    expect(shown.find(({ fullName }) => fullName === madeUpLead(2).fullName)?.mustNotCall).toBeNull();
  });

  test('counts for 31 days', async () => {
    await leads.source.deliver([lead(1), lead(2, { mobile: '(206) 555-0101' })]);
    await registry.upload('2065550142\n', { listedOn: dayAgo(31) });
    expect((await contactsOf(1))[1]).toMatchObject({ state: 'do-not-call' });
    expect((await contactsOf(2))[1]).toMatchObject({ notOnListOf: dayAgo(31) });
    await leads.pg.execute(sql`update do_not_call_areas set listed_on = ${dayAgo(32)}::date`);
    await store('(206) 555-0142', 'line-type', 'mobile');
    const checkedAt = `${dayAgo(32)}T00:00:00.000Z`;
    expect((await contactsOf(1))[1]).toMatchObject({
      state: 'mobile',
      earlier: { state: 'do-not-call', checkedAt },
    });
    expect((await contactsOf(2))[1]).toMatchObject({ state: 'unknown', notOnListOf: null });
    expect((await closings()).every(({ mustNotCall }) => mustNotCall === null)).toBe(true);
  });

  test('replaces the numbers of its area codes', async () => {
    await registry.upload('206,5550101\n425,5550101\n');
    await registry.upload('206,5550102\n', { listedOn: dayAgo(7) });
    const stored = await leads.pg.query<{ text: string }>(
      sql`select area_code || encode(hash, 'hex') as text from do_not_call_numbers order by 1`,
    );
    expect(stored.map(({ text }) => text)).toEqual([
      `206${hash('sha256', 'phone:2065550102')}`,
      `425${hash('sha256', 'phone:4255550101')}`,
    ]);
    expect((await registry.overview()).registry).toEqual({
      numbers: 2,
      areaCodes: [
        { areaCode: '206', listedOn: dayAgo(7), isValid: true },
        { areaCode: '425', listedOn, isValid: true },
      ],
    });
  });
});

test('the admin sees how many contacts have which state', async () => {
  await leads.source.deliver([lead(1), lead(2, { mobile: '(206) 555-0101' }), lead(3)]);
  await registry.upload('206,5550101\n');
  await store('agent.1@example.com', 'verification', 'deliverable');
  const { counts, providers } = await registry.overview();
  expect(counts).toEqual([
    { kind: 'email', state: 'unknown', count: 2 },
    { kind: 'email', state: 'deliverable', count: 1 },
    { kind: 'phone', state: 'do-not-call', count: 1 },
    { kind: 'phone', state: 'unknown', count: 1 },
  ]);
  expect(providers).toMatchObject([
    { kind: 'verification', isConfigured: false, askedToday: 0 },
    { kind: 'line-type', isConfigured: false, askedToday: 0 },
  ]);
});
