import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { ContactFacts } from '@closingwire/contracts/contacts';
import { zipCreditDecided } from '@closingwire/contracts/credits';
import type { leadFlag } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

type Flag = z.output<typeof leadFlag>;
const now = new Date('2026-03-18T19:00:00Z');
const zip = '98101';

let leads: Awaited<ReturnType<typeof startLeads>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;
let token: string;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  token = await leads.identity.tokenFor({ isAdmin: true });
  subscriber = await subscriberOf(leads, [zip]);
});
afterAll(() => leads.stop());

async function asAdmin(path: string, body?: object) {
  const reply = await fetch(`${leads.url}/api/admin/lead-flags${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Flag & { code?: string; leadFlags?: Flag[] } };
}
const confirm = (flagId: string, contact?: string) => asAdmin(`/${flagId}/wrong-contact`, { contact });
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
  const { status, body } = await confirm(id, 'phone');
  expect(status).toBe(200);
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
