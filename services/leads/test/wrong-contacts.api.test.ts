import { consumer, idempotent } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { AgentPage } from '@closingwire/contracts/agent-page';
import { CHANGES_HEADER, decodeChanges } from '@closingwire/contracts/audit';
import { type SubscriptionState, subscriptionCreated } from '@closingwire/contracts/billing';
import type { ContactFacts } from '@closingwire/contracts/contacts';
import { zipCreditDecided } from '@closingwire/contracts/credits';
import type { EventData } from '@closingwire/contracts/event';
import { leadCreditRequested, type leadFlag, leadFlagged } from '@closingwire/contracts/leads';
import { NAMED_IDS_HEADER } from '@closingwire/contracts/named-ids';
import type { TodayAgent } from '@closingwire/contracts/today';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

type Flag = z.output<typeof leadFlag>;
let now = new Date('2026-03-18T19:00:00Z');
const zip = '98101';

let leads: Awaited<ReturnType<typeof startLeads>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;
let token: string;
let listener: Part;
/** The flags whose credit was requested. */
const requested: string[] = [];
const published: EventData<typeof leadFlagged>[] = [];
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  token = await leads.identity.tokenFor({ isAdmin: true, email: 'ada@example.com' });
  subscriber = await subscriberOf(leads, [zip]);
  listener = consumer({
    group: 'listener-credits',
    handlers: [
      idempotent(
        leadCreditRequested,
        async messages => void requested.push(...messages.map(({ data }) => data.id)),
      ),
      idempotent(leadFlagged, async messages => void published.push(...messages.map(({ data }) => data))),
    ],
    bus: leads.bus,
    log: createLog('test', 'error'),
  });
  await listener.start();
});
afterAll(async () => {
  await listener.stop();
  await leads.stop();
});

async function asAdmin(path: string, body?: object) {
  const reply = await fetch(`${leads.url}/api/admin/lead-flags${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const named = Object.fromEntries(new URLSearchParams(reply.headers.get(NAMED_IDS_HEADER) ?? ''));
  const changes = decodeChanges(reply.headers.get(CHANGES_HEADER) ?? '');
  return {
    status: reply.status,
    named,
    changes,
    body: (await reply.json()) as Flag & { code?: string; leadFlags?: Flag[] },
  };
}
const confirm = (flagId: string, contact?: string) => asAdmin(`/${flagId}/wrong-contact`, { contact });
const takeBack = (flagId: string) => asAdmin(`/${flagId}/wrong-contact/undo`, {});
const flagById = async (id: string) => (await asAdmin('')).body.leadFlags?.find(flag => flag.id === id);

async function flagged(n: number, agent: object = {}) {
  await leads.source.deliver([{ ...madeUpLead(n, { zip, soldDate: '2026-03-15' }), ...agent }]);
  const page = await subscriber.get<Page>('/api/user/agents');
  const closing = page.agents.find(({ fullName }) => fullName === madeUpLead(n).fullName);
  const body = JSON.stringify({ agentId: closing?.id, note: 'Another person replies' });
  const reply = await subscriber.ask('/api/lead-flags', { method: 'POST', body });
  const { id } = (await reply.json()) as { id: string };
  return { id, closingId: closing?.id ?? '' };
}
const contactsOf = async (closingId: string) =>
  (await subscriber.get<{ contacts: ContactFacts[] }>(`/api/user/agents/${closingId}/contacts`)).contacts;
const decided = (id: string, facts: object) =>
  leads.bus.send(zipCreditDecided, [
    {
      data: {
        id,
        version: 2,
        accountId: subscriber.id,
        zipCode: zip,
        amountCents: 1_500,
        reason: null,
        decidedAt: now.toISOString(),
        ...facts,
      },
    },
  ]);

test('a wrong contact is marked wherever it appears', async () => {
  row('beyond/wrong-contact');
  const { id, closingId } = await flagged(1);
  const other = await flagged(2);
  const { status, named, body } = await confirm(id, 'phone');
  expect(status).toBe(200);
  expect(named).toEqual({ flagId: id, userId: subscriber.id });
  expect(body).toMatchObject({
    status: 'resolved',
    credit: { state: 'pending', amountCents: 0, reason: null },
  });
  for (const each of [closingId, other.closingId]) {
    expect(await contactsOf(each)).toMatchObject([
      { field: 'email', state: 'unknown' },
      { field: 'mobile', state: 'wrong', checkedAt: now.toISOString() },
    ]);
  }
  const { agents } = await subscriber.get<Page>('/api/user/agents');
  expect(agents[0]?.mustNotCall).toEqual([{ field: 'mobile', state: 'wrong' }]);
});

test('the credit of billing is shown', async () => {
  const { id } = await flagged(3);
  await confirm(id, 'email');
  await decided(id, {});
  await decided(id, {});
  await until(async () => (await flagById(id))?.credit?.state === 'credited');
  expect(await flagById(id)).toMatchObject({ credit: { amountCents: 1_500, reason: null } });
  const trial = await flagged(4);
  await confirm(trial.id, 'email');
  await decided(trial.id, { amountCents: 0, reason: 'trial' });
  await until(async () => (await flagById(trial.id))?.credit?.state === 'nothing');
  expect(await flagById(trial.id)).toMatchObject({ credit: { amountCents: 0, reason: 'trial' } });
});

test('the audit log tells whether a credit was asked for, once', async () => {
  const { id } = await flagged(24);
  expect((await confirm(id)).changes).toEqual([
    { field: 'status', from: 'pending', to: 'resolved' },
    { field: 'contacts' },
    { field: 'credit', to: 'trial' },
  ]);
  expect((await confirm(id)).changes).toEqual([]);
});

test('a second press asks for nothing', async () => {
  const { id } = await flagged(5, { mobile: '(206) 555-0105' });
  await Promise.all([confirm(id, 'email'), confirm(id, 'phone'), confirm(id, 'email')]);
  const wrong = sql`select from contact_evidence
    where about = 'wrong' and hash in (contact_hash('email', ${'agent.5@example.com'}), contact_hash('phone', ${'2065550105'}))`;
  expect(await leads.pg.query(wrong)).toHaveLength(1);
  await decided(id, {});
  await until(async () => (await flagById(id))?.credit?.state === 'credited');
  expect((await confirm(id, 'phone')).body.credit).toMatchObject({ state: 'credited', amountCents: 1_500 });
});

test('a contact that the flag lacks is refused', async () => {
  const { id } = await flagged(6, { email: null });
  expect(await confirm(id, 'email')).toMatchObject({ status: 400, body: { code: 'contact_missing' } });
  expect((await flagById(id))?.credit ?? null).toBeNull();
  expect((await confirm(id)).body).toMatchObject({ status: 'resolved', credit: { state: 'pending' } });
  expect((await confirm(newId(), 'email')).status).toBe(404);
});

const mobileOf = async (closingId: string) =>
  (await contactsOf(closingId)).find(({ field }) => field === 'mobile')?.state;
const requestsOf = (flagId: string) => requested.filter(id => id === flagId).length;

const isOfAgent = (line: string) => line.startsWith('Agent 7 Example,');

test('a contact taken back is marked nowhere', async () => {
  row('beyond/wrong-contact-taken-back');
  const { id, closingId } = await flagged(7, { mobile: '(206) 555-0107' });
  await confirm(id, 'phone');
  await decided(id, {});
  await until(async () => (await flagById(id))?.credit?.state === 'credited');
  const warnings = async () => {
    const { agents } = await subscriber.get<Page>('/api/user/agents');
    const line = (await (await subscriber.exportCsv({})).text()).split('\r\n').find(isOfAgent);
    return [agents.find(agent => agent.id === closingId)?.mustNotCall ?? [], line?.endsWith('wrong number')];
  };
  expect(await warnings()).toEqual([[{ field: 'mobile', state: 'wrong' }], true]);
  const { status, body, changes } = await takeBack(id);
  expect(status).toBe(200);
  expect(changes).toEqual([
    { field: 'status', from: 'resolved', to: 'reviewed' },
    { field: 'contacts', from: 'phone' },
  ]);
  expect(body).toMatchObject({
    status: 'reviewed',
    credit: { state: 'credited', amountCents: 1_500 },
    confirmed: {
      kind: 'phone',
      confirmedAt: now.toISOString(),
      takenBackAt: now.toISOString(),
      takenBackBy: 'ada@example.com',
      isConfirmedElsewhere: false,
    },
  });
  expect(await warnings()).toEqual([[], false]);
  expect(await mobileOf(closingId)).toBe('unknown');
});

test('an email confirmed as wrong is marked in every reply', async () => {
  row('today/wrong-email');
  const { id, closingId } = await flagged(22, { mobile: '(206) 555-0122' });
  const marks = async () => {
    const { agents } = await subscriber.get<Page>('/api/user/agents');
    const today = await subscriber.get<{ agents: TodayAgent[] }>('/api/user/today?limit=50');
    const row = today.agents.find(({ fullName }) => fullName === madeUpLead(22).fullName);
    const page = await subscriber.get<AgentPage>(`/api/user/agents/${row?.agentId}`);
    const closing = agents.find(agent => agent.id === closingId);
    return [closing, row, page].map(reply => [reply?.isEmailWrong, reply?.mustNotCall]);
  };
  const none = [false, null];
  expect(await marks()).toEqual([none, none, none]);
  await confirm(id, 'email');
  expect(await marks()).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ]);
  await takeBack(id);
  expect(await marks()).toEqual([none, none, none]);
});

test('two admins take a contact back once', async () => {
  const { id, closingId } = await flagged(8, { mobile: '(206) 555-0108' });
  await confirm(id, 'phone');
  const replies = await Promise.all([takeBack(id), takeBack(id), takeBack(id)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const takenBackAt = now.toISOString();
  now = new Date(now.getTime() + 60_000);
  expect(await takeBack(id)).toMatchObject({ changes: [], body: { confirmed: { takenBackAt } } });
  expect(await mobileOf(closingId)).toBe('unknown');
});

const setStatus = async (flagId: string, status: string) => {
  const reply = await fetch(`${leads.url}/api/admin/lead-flags/${flagId}/status`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  });
  return { status: reply.status, body: (await reply.json()) as { code?: string; message?: string } };
};

test('a confirmed flag is not pending', async () => {
  row('beyond/confirmed-flag');
  const { id } = await flagged(19, { mobile: '(206) 555-0119' });
  await confirm(id, 'phone');
  const refused = await setStatus(id, 'pending');
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirmed' } });
  expect(refused.body.message).toContain('Expected reviewed or resolved, got pending');
  expect((await flagById(id))?.status).toBe('resolved');
  expect((await setStatus(id, 'reviewed')).status).toBe(200);
  await takeBack(id);
  expect((await setStatus(id, 'pending')).status).toBe(200);
});

test('the event of a flag says that an admin hid its closing', async () => {
  const { id } = await flagged(23);
  const hidden = await fetch(`${leads.url}/api/admin/lead-flags/${id}/hidden`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ isHidden: true }),
  });
  expect(hidden.status).toBe(200);
  expect((await setStatus(id, 'resolved')).status).toBe(200);
  const of = (status: string) => published.find(flag => flag.id === id && flag.status === status);
  expect(await until(() => of('resolved'))).toMatchObject({ isHidden: true });
  expect(of('pending')).toMatchObject({ isHidden: false });
});

test('the reporter of a flag taken back is named once', async () => {
  const { id } = await flagged(20, { mobile: '(206) 555-0120' });
  await confirm(id, 'phone');
  await setStatus(id, 'reviewed');
  await takeBack(id);
  await takeBack(id);
  const last = await until(() => published.find(flag => flag.id === id && flag.takenBack));
  expect(last).toMatchObject({
    status: 'reviewed',
    takenBack: { contact: 'phone', at: now.toISOString() },
    hasCredit: false,
    confirmed: null,
  });
  expect(
    (await leads.pg.one<{ version: number }>(sql`select version from lead_flags where id = ${id}`)).version,
  ).toBe(last.version);
});

test('a flag says why it can bring no credit', async () => {
  row('beyond/credit-for-wrong-contact');
  const { id } = await flagged(21, { mobile: '(206) 555-0121' });
  expect((await flagById(id))?.noCredit).toBe('trial');
  const [first] = subscriber.subscriptions;
  if (!first) throw new Error('Expected a subscription');
  let version = 1;
  const changed = async (changes: Pick<SubscriptionState, 'kind'>, noCredit: string | null) => {
    version += 1;
    await leads.bus.send(subscriptionCreated, [{ data: { ...first, version, ...changes } }]);
    await until(async () => (await flagById(id))?.noCredit === noCredit);
  };
  await changed({ kind: 'granted' }, 'granted');
  await changed({ kind: 'paid' }, null);
  await changed({ kind: 'trial' }, 'trial');
});

test('only a confirmed contact can be taken back', async () => {
  const { id } = await flagged(9, { mobile: '(206) 555-0109' });
  expect(await takeBack(id)).toMatchObject({ status: 409, body: { code: 'not_confirmed' } });
  await confirm(id);
  expect(await takeBack(id)).toMatchObject({ status: 409, body: { code: 'not_confirmed' } });
  expect((await takeBack(newId())).status).toBe(404);
});

test('a contact stays wrong while one flag confirms it', async () => {
  row('beyond/wrong-contact-taken-back');
  const first = await flagged(10, { mobile: '(206) 555-0110' });
  const second = await flagged(11, { mobile: '+1 206-555-0110' });
  await confirm(first.id, 'phone');
  const later = new Date(now.getTime() + 60_000);
  now = later;
  await confirm(second.id, 'phone');
  expect((await takeBack(first.id)).body.confirmed).toMatchObject({ isConfirmedElsewhere: true });
  expect(await contactsOf(first.closingId)).toMatchObject([
    { field: 'email' },
    { state: 'wrong', checkedAt: later.toISOString() },
  ]);
  expect((await takeBack(second.id)).body.confirmed).toMatchObject({ isConfirmedElsewhere: false });
  expect(await mobileOf(first.closingId)).toBe('unknown');
});

test('flags of one contact are taken back together', async () => {
  const flags = [];
  for (const n of [12, 13, 14, 15]) flags.push(await flagged(n, { mobile: '(206) 555-0112' }));
  // One round alone seldom has the race.
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(flags.map(({ id }) => confirm(id, 'phone')));
    expect(await mobileOf(flags[0]?.closingId ?? '')).toBe('wrong');
    await Promise.all(flags.map(({ id }) => takeBack(id)));
    expect(await mobileOf(flags[0]?.closingId ?? '')).toBe('unknown');
  }
});

test('a contact confirmed again is credited once', async () => {
  row('beyond/wrong-contact-taken-back');
  const { id, closingId } = await flagged(16, { mobile: '(206) 555-0116' });
  await confirm(id, 'phone');
  await takeBack(id);
  await Promise.all([confirm(id, 'email'), confirm(id, 'email')]);
  expect((await contactsOf(closingId)).map(({ state }) => state)).toEqual(['wrong', 'unknown']);
  await takeBack(id);
  const { body } = await confirm(id, 'phone');
  expect(body.confirmed).toMatchObject({ kind: 'phone', takenBackAt: null, takenBackBy: '' });
  expect((await contactsOf(closingId)).map(({ state }) => state)).toEqual(['unknown', 'wrong']);
  const last = await flagged(17, { mobile: '(206) 555-0117' });
  await confirm(last.id, 'phone');
  await until(() => requestsOf(last.id) > 0);
  expect(requestsOf(id)).toBe(1);
  const confirmations = () => published.filter(flag => flag.id === id && flag.confirmed);
  await until(() => confirmations().length === 3);
  const confirmed = { contact: 'phone', at: now.toISOString() };
  expect(confirmations().at(-1)).toMatchObject({ confirmed, hasCredit: true, takenBack: null });
});

test('a contact erased meanwhile can be taken back', async () => {
  const { id, closingId } = await flagged(18, { mobile: '(206) 555-0118' });
  await confirm(id, 'phone');
  await leads.pg.execute(sql`update lead_flags set agent_phone = null where id = ${id}`);
  await takeBack(id);
  expect(await mobileOf(closingId)).toBe('unknown');
});

test('admins see wrong contacts marked on closings and agents', async () => {
  const address = 'agent.mark@example.com';
  const { id, closingId } = await flagged(12, { email: address, mobile: '(206) 555-0112' });
  const admin = async <Reply>(path: string): Promise<Reply> => {
    const reply = await fetch(`${leads.url}/api/admin/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await reply.json()) as Reply;
  };
  type Marked = { wrongContacts: string[] | null };
  const marks = async () => {
    const { agents } = await admin<{ agents: (Marked & { id: string })[] }>(
      `zip-codes/${zip}/leads?limit=200`,
    );
    const { identities } = await admin<{ identities: { rows: Marked[] }[] }>(`agents?contact=${address}`);
    const ofClosing = agents.find(agent => agent.id === closingId)?.wrongContacts;
    return [ofClosing, ...identities.flatMap(({ rows }) => rows.map(row => row.wrongContacts))];
  };
  await until(async () => (await marks()).length === 2);
  expect(await marks()).toEqual([null, []]);
  await confirm(id, 'email');
  expect(await marks()).toEqual([['email'], ['email']]);
  await takeBack(id);
  expect(await marks()).toEqual([null, []]);
});
