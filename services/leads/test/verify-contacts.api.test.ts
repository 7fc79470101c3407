import { createLog } from '@closingwire/chassis/log';
import { sql } from '@closingwire/chassis/pg';
import { type ResoSource, startResoSource } from '@closingwire/lead-source/test/reso-source.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { providersOf } from '../src/contacts/providers.ts';
import { verifyContacts } from '../src/contacts/verify-contacts.ts';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const start = new Date('2026-03-18T19:00:00Z');
let now = start;
const zip = '98101';

let leads: Awaited<ReturnType<typeof startLeads>>;
let server: ResoSource;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  server = await startResoSource({ CONTACTS_KEY: 'a-key' });
  await subscriberOf(leads, [zip]);
});
afterAll(async () => {
  await server.stop();
  await leads.stop();
});
beforeEach(async () => {
  now = start;
  server.contacts.contacts.length = 0;
  await leads.pg.execute(
    sql`truncate agents, closings, contact_evidence, contact_providers, contact_requests`,
  );
});

const settings = (changes: object = {}) => ({
  EMAIL_VERIFICATION_URL: `${server.url}/contacts`,
  EMAIL_VERIFICATION_KEY: 'a-key',
  EMAIL_VERIFICATIONS_PER_DAY: 1_000,
  LINE_TYPE_URL: undefined,
  LINE_TYPE_KEY: undefined,
  LINE_TYPES_PER_DAY: 1_000,
  ...changes,
});
const lineTypes = { EMAIL_VERIFICATION_URL: undefined };

async function verify(changes: object = {}, signal = new AbortController().signal): Promise<string[]> {
  const before = server.contacts.contacts.length;
  await verifyContacts({
    pg: leads.pg,
    clock: () => now,
    log: createLog('test', 'silent'),
    providers: providersOf(settings(changes)),
    signal,
  });
  return server.contacts.contacts.slice(before);
}

const lead = (n: number, agent: object = {}, property: object = {}) => ({
  ...madeUpLead(n, { zip, soldDate: '2026-03-15', ...property }),
  ...agent,
});
const emailOf = (n: number) => `agent.${n}@example.com`;
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const DAY_MS = 86_400_000;
const results = async () =>
  (
    await leads.pg.query<{ result: string }>(
      sql`select about || ' ' || result as result from contact_evidence order by 1`,
    )
  ).map(({ result }) => result);
const provider = () =>
  leads.pg.maybe<{ failures: number; message: string | null; waits: number }>(
    sql`select failures, fault_message as message,
       extract(epoch from resumes_at - ${now}::timestamptz)::int as waits from contact_providers`,
  );

test('without a provider nothing is asked', async () => {
  await leads.source.deliver([lead(1)]);
  expect(await verify({ EMAIL_VERIFICATION_KEY: undefined })).toEqual([]);
  expect(await results()).toEqual([]);
});

test('contacts of subscribed ZIPs are asked once, the newest first', async () => {
  row('beyond/contact-evidence');
  await leads.source.deliver([
    lead(1, { email: 'undeliverable@example.com' }, { soldDate: '2026-03-14' }),
    lead(2, {}, { soldDate: '2026-03-17' }),
    lead(2, {}, { soldDate: '2026-03-16', mlsId: 'M2b' }),
    lead(3, {}, { zip: '98102' }),
    lead(4, {}, { soldDate: '2026-03-01' }),
    lead(5, { email: null }),
  ]);
  expect(await verify()).toEqual([emailOf(2), 'undeliverable@example.com']);
  expect(await results()).toContain('verification undeliverable');
  expect(await verify()).toEqual([]);
  later(91 * DAY_MS);
  await leads.source.deliver([lead(2, {}, { soldDate: '2026-06-16', mlsId: 'M2c' })]);
  expect(await verify()).toEqual([emailOf(2)]);
});

test('phones are sent as E.164', async () => {
  await leads.source.deliver([lead(1, { phone: '+44 20 7946 0018' })]);
  server.contacts.results.set('+12065550142', 'voip');
  expect((await verify({ ...lineTypes, ...lineSettings() })).toSorted()).toEqual([
    '+12065550142',
    '+442079460018',
  ]);
  expect(await results()).toContain('line-type voip');
});
const lineSettings = () => ({ LINE_TYPE_URL: `${server.url}/contacts`, LINE_TYPE_KEY: 'a-key' });

test('the limit of a day bounds the contacts that are sent', async () => {
  await leads.source.deliver([1, 2, 3, 4, 5].map(n => lead(n)));
  const limit = { EMAIL_VERIFICATIONS_PER_DAY: 2 };
  expect(await verify(limit)).toHaveLength(2);
  expect(await verify(limit)).toEqual([]);
  later(DAY_MS);
  expect(await verify(limit)).toHaveLength(2);
});

test('a provider that asks for a pause gets it', async () => {
  await leads.source.deliver([lead(1)]);
  server.contacts.plan.failAt(1, { kind: 'status', status: 429, retryAfterSeconds: 600 });
  expect(await verify()).toEqual([]);
  expect(await provider()).toMatchObject({ failures: 1, message: 'The provider replied 429', waits: 600 });
  const { count } = server.contacts.plan;
  await verify();
  expect(server.contacts.plan.count).toBe(count);
  later(601_000);
  expect(await verify()).toEqual([emailOf(1)]);
  expect(await provider()).toMatchObject({ failures: 0, message: null });
});

test.each([
  ['a dropped connection', { kind: 'drop' }, 'No whole reply from'],
  ['a body that ends early', { kind: 'short-body' }, 'No whole reply from'],
  ['half of the JSON', { kind: 'cut-json' }, 'Expected JSON with `results`'],
  ['a fault of the provider', { kind: 'status', status: 500 }, 'The provider replied 500'],
  ['a refusal', { kind: 'status', status: 403 }, 'Expected 200 from the provider; got 403'],
] as const)('%s stores nothing and is retried', async (_name, fault, message) => {
  await leads.source.deliver([lead(1)]);
  server.contacts.plan.failAt(1, fault);
  await verify();
  expect(await results()).toEqual([]);
  expect((await provider())?.message).toContain(message);
  later(3_600_000);
  await verify();
  expect(await results()).toHaveLength(1);
});

test('a word that the contract lacks is unknown', async () => {
  await leads.source.deliver([lead(1)]);
  server.contacts.results.set(emailOf(1), 'safe');
  await verify();
  expect(await results()).toEqual(['verification unknown']);
});

test('a process killed after the call asks again within the limit', async () => {
  await leads.source.deliver([lead(1), lead(2)]);
  await leads.pg.query(
    sql`create function kill_once() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create trigger kill_once before insert on contact_evidence for each row execute function kill_once()`,
  );
  await verify({ EMAIL_VERIFICATIONS_PER_DAY: 3 });
  await leads.pg.query(sql`drop trigger kill_once on contact_evidence; drop function kill_once()`);
  later(3_600_000);
  expect(await verify({ EMAIL_VERIFICATIONS_PER_DAY: 3 })).toHaveLength(1);
});
