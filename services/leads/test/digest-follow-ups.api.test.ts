import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import type { DigestReply } from '@closingwire/contracts/digest';
import { afterAll, afterEach, expect, test } from 'vitest';
import { digestPath, sentNow, soldYesterday, startDigests } from './digests.ts';
import { madeUpLead } from './made-up-leads.ts';
import { agentNamed, DAY_MS, put, todayOf } from './today.ts';

const digests = await startDigests();
const { leads, start, reader, newZip, deliverAgent, planNext, digestsOf, setNow } = digests;

afterEach(() => setNow(start));
afterAll(() => digests.stop());

/** Returns the day of the reader's next digest, in the digest's time zone. */
async function dayOfNext(user: Awaited<ReturnType<typeof reader>>): Promise<string> {
  const { nextAt, timeZone } = await user.get<DigestReply>(digestPath);
  return new Date(nextAt ?? '').toLocaleDateString('sv-SE', { timeZone: timeZone ?? undefined });
}

test('a promised call is in the digest of its day, once, also without new agents', async () => {
  row('digest/follow-ups');
  const zip = newZip();
  const user = await reader([zip]);
  await deliverAgent(zip, { fullName: 'Pat Promised', mobile: '(206) 555-0188' });
  await deliverAgent(zip, { fullName: 'Not Now' });
  await deliverAgent(zip, { fullName: 'Barred Since' });
  await planNext(user);
  const day = await dayOfNext(user);
  const later = new Date(Date.parse(day) + 5 * DAY_MS).toISOString().slice(0, 10);
  const ids = { pat: newId(), barred: newId() };
  for (const [name, followUpOn, id] of [
    ['Pat Promised', day, ids.pat],
    ['Not Now', later, newId()],
    ['Barred Since', day, ids.barred],
  ] as const) {
    const { agentId } = await agentNamed(user, name);
    expect((await put(user, agentId, { outcome: 'called', followUpOn }, id)).status).toBe(200);
    if (id === ids.barred) await put(user, agentId, { outcome: 'do-not-call' });
  }
  await planNext(user);
  await planNext(user);
  const [, second, ...more] = await digestsOf(user);
  expect(more).toEqual([]);
  expect(second).toMatchObject({ newAgents: 0, newDeals: 0, agents: [] });
  expect(second?.followUps).toMatchObject([
    { fullName: 'Pat Promised', followUpOn: day, phone: '(206) 555-0188', mustNotCall: false },
  ]);
});

test('a promised call has no email address that an admin confirmed as wrong', async () => {
  row('digest/follow-ups');
  const zip = newZip();
  const user = await reader([zip]);
  const [wrong, right] = ['wrong.promise@example.com', 'right.promise@example.com'];
  await deliverAgent(zip, { fullName: 'Wrong Email', email: wrong });
  await deliverAgent(zip, { fullName: 'Right Email', email: right });
  await leads.pg.execute(
    sql`insert into contact_evidence (hash, about, result, provider, checked_at)
     values (contact_hash('email', ${wrong}), 'wrong', 'wrong', 'admin', now())`,
  );
  setNow(new Date(Date.now() + 1_000));
  const followUpOn = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
  for (const { agentId } of (await todayOf(user)).agents)
    await put(user, agentId, { outcome: 'called', followUpOn });
  await sentNow(user);
  const [digest] = await digestsOf(user);
  expect(digest?.followUps?.map(({ fullName, email }) => [fullName, email])).toEqual([
    ['Right Email', right],
    ['Wrong Email', null],
  ]);
});

test('follow-ups are 25 at most, but all are counted', async () => {
  row('digest/follow-ups');
  const zip = newZip();
  const user = await reader([zip]);
  await leads.source.deliver(
    Array.from({ length: 30 }, (_, n) =>
      madeUpLead(500 + n, soldYesterday(start, zip), { fullName: `Of Many ${n}` }),
    ),
  );
  setNow(new Date(Date.now() + 1_000));
  const { agents } = await todayOf(user, '?limit=30');
  const followUpOn = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
  for (const { agentId } of agents) await put(user, agentId, { outcome: 'called', followUpOn });
  expect(await sentNow(user)).toMatchObject({ sent: true, newAgents: 0, followUps: 30 });
  const [digest] = await digestsOf(user);
  expect([digest?.followUpCount, digest?.followUps?.length]).toEqual([30, 25]);
});

test('an email sent at once has the call promised for today', async () => {
  row('digest/follow-ups');
  const zip = newZip();
  const user = await reader([zip]);
  await deliverAgent(zip, { fullName: 'Call Today' });
  const { agentId } = await agentNamed(user, 'Call Today');
  setNow(new Date(Date.now() + 1_000));
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
  await put(user, agentId, { outcome: 'voicemail', followUpOn: today });
  expect(await sentNow(user)).toMatchObject({ sent: true, reason: null, newAgents: 0, followUps: 1 });
});
