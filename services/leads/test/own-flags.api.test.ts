import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { zipCreditDecided } from '@closingwire/contracts/credits';
import type { OwnFlag } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const now = new Date('2026-03-18T19:00:00Z');
const zip = '98101';

let leads: Awaited<ReturnType<typeof startLeads>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;
let other: Awaited<ReturnType<typeof subscriberOf>>;
let admin: string;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  admin = await leads.identity.tokenFor({ isAdmin: true, email: 'ada@example.com' });
  subscriber = await subscriberOf(leads, [zip]);
  other = await subscriberOf(leads, [zip]);
});
afterAll(() => leads.stop());

async function flagged(n: number, note: string) {
  await leads.source.deliver([madeUpLead(n, { zip, soldDate: '2026-03-15' })]);
  const page = await subscriber.get<Page>('/api/user/agents');
  const { id: closingId = '' } =
    page.agents.find(({ fullName }) => fullName === madeUpLead(n).fullName) ?? {};
  const body = JSON.stringify({ agentId: closingId, note });
  const reply = await subscriber.ask('/api/lead-flags', { method: 'POST', body });
  return { id: ((await reply.json()) as { id: string }).id, closingId };
}
const flagsOf = async (user: typeof subscriber) =>
  (await user.get<{ flags: OwnFlag[] }>('/api/user/lead-flags')).flags;
const own = async (id: string) => (await flagsOf(subscriber)).find(flag => flag.id === id);

const asAdmin = (path: string, method: 'POST' | 'PUT', body: object = {}) =>
  fetch(`${leads.url}/api/admin/lead-flags${path}`, {
    method,
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const decided = (id: string, amountCents: number) =>
  leads.bus.send(zipCreditDecided, [
    {
      data: {
        ...{ id, version: 2, accountId: subscriber.id, zipCode: zip, amountCents },
        ...{ reason: amountCents > 0 ? null : ('trial' as const), decidedAt: now.toISOString() },
      },
    },
  ]);

test('a user sees their own flags, newest first, and nobody else does', async () => {
  const first = await flagged(1, 'wrong phone');
  const second = await flagged(2, 'wrong email');
  const flag = { status: 'pending', credit: null, confirmed: null };
  const flags = await flagsOf(subscriber);
  expect(flags.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(flags.find(({ id }) => id === first.id)).toEqual({
    ...first,
    ...flag,
    note: 'wrong phone',
    createdAt: now.toISOString(),
  });
  expect(await flagsOf(other)).toEqual([]);
});

test('a changed status shows', async () => {
  const { id } = await flagged(3, 'wrong phone');
  await asAdmin(`/${id}/status`, 'PUT', { status: 'reviewed' });
  expect(await own(id)).toMatchObject({ status: 'reviewed', credit: null });
});

test('a confirmation shows with its credit, delivered twice', async () => {
  const { id } = await flagged(4, 'wrong phone');
  await asAdmin(`/${id}/wrong-contact`, 'POST', { contact: 'phone' });
  expect(await own(id)).toMatchObject({
    status: 'resolved',
    confirmed: 'phone',
    credit: { state: 'pending', amountCents: 0 },
  });
  for (const _ of [1, 2]) await decided(id, 1_500);
  await until(async () => (await own(id))?.credit?.state === 'credited');
  expect(await own(id)).toMatchObject({ credit: { amountCents: 1_500, reason: null } });
});

test('a confirmation that was taken back no longer shows', async () => {
  const { id } = await flagged(5, 'wrong email');
  await asAdmin(`/${id}/wrong-contact`, 'POST', { contact: 'email' });
  await asAdmin(`/${id}/wrong-contact/undo`, 'POST');
  expect(await own(id)).toMatchObject({ status: 'reviewed', confirmed: null });
});

test('a visitor sees no flags', async () => {
  expect((await fetch(`${leads.url}/api/user/lead-flags`)).status).toBe(401);
});

test('a user without flags gets an empty list', async () => {
  const nobody = await leads.identity.tokenFor({ id: newId(), activatedAt: now });
  const reply = await fetch(`${leads.url}/api/user/lead-flags`, {
    headers: { authorization: `Bearer ${nobody}` },
  });
  expect(await reply.json()).toEqual({ flags: [] });
});
