import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userRegistered, userUpdated } from '@closingwire/contracts/auth';
import { digestReady } from '@closingwire/contracts/digest';
import type { EventData } from '@closingwire/contracts/event';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inboxOf, mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { aUser } from './states.ts';

type Digest = EventData<typeof digestReady>;
type Agent = Digest['agents'][number];

const anAgent = (changes: Partial<Agent> = {}): Agent => ({
  agentId: newId(),
  fullName: 'Ann Lee',
  brokerageName: 'Example & Co.',
  news: 'agent',
  deals: 2,
  total: 1_250_000,
  side: 'listing side',
  email: 'ann+lee@example.com',
  phone: '(206) 555-0142',
  mustNotCall: false,
  sources: [],
  ...changes,
});

const aDigest = (accountId: string, changes: Partial<Digest> = {}): Digest => ({
  id: newId(),
  version: 1,
  accountId,
  frequency: 'daily',
  timeZone: 'America/Los_Angeles',
  since: '2026-11-26T14:30:00Z',
  through: '2026-11-27T14:30:00Z',
  newAgents: 1,
  newDeals: 0,
  agents: [anAgent()],
  ...changes,
});

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications({ clock: () => new Date('2026-11-27T14:31:00Z') });
});
afterAll(() => notifications.stop());

const emit: RunningNotifications['emit'] = (...event) => notifications.emit(...event);

async function aKnownUser(changes: Parameters<typeof aUser>[0] = {}) {
  const user = aUser(changes);
  await emit(userRegistered, user);
  const find = sql`select from users where id = ${user.id}`;
  await until(async () => (await notifications.database.query(find)).rowCount === 1);
  return user;
}

/** Returns the one mail of a digest. */
async function mailOf(changes: Partial<Digest>) {
  const user = await aKnownUser();
  await emit(digestReady, aDigest(user.id, changes));
  const [mail] = await mailsAbout(user.email, /since|to call/);
  if (!mail) throw new Error('Expected a mail');
  return mail;
}

describe('a digest', () => {
  test('becomes an email with links that call and write', async () => {
    const mail = await mailOf({});
    expect(mail.subject).toBe('1 new agent since yesterday');
    expect(mail.html).toContain('href="tel:+12065550142"');
    expect(mail.html).toContain('href="mailto:ann%2Blee@example.com"');
    for (const words of [
      'Example & Co.',
      '2 deals this week · $1.3M · listing side',
      'Call (206) 555-0142: tel:+12065550142',
      'https://product.example/dashboard?sort=reason',
      'https://product.example/settings#morning-email',
    ])
      expect(mail.text).toContain(words);
    expect(mail.headers['list-unsubscribe']).toMatch(
      /^<https:\/\/product\.example\/api\/unsubscribe\/\S{32}>$/,
    );
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  test('that is the first compares itself with no earlier one', async () => {
    const mail = await mailOf({ isFirst: true, newAgents: 34 });
    expect(mail.subject).toBe('34 agents to call in your ZIP codes');
    expect(mail.text).toContain('They closed a sale in your ZIP codes in the last 7 days.');
    expect(mail.text).not.toContain('last email');
  });

  test.each([
    ['New in "Austin condos": 1 agent since yesterday', {}],
    [
      'New in "Austin condos": 2 agents closed another sale since yesterday',
      { newAgents: 0, newDeals: 2, agents: [anAgent({ news: 'deal' })] },
    ],
  ])('of a view names it and opens it: %s', async (subject, changes) => {
    const mail = await mailOf({ viewName: 'Austin condos', ...changes });
    expect(mail.text).toContain('https://product.example/dashboard?view=Austin%20condos');
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain('in your view "Austin condos"');
    expect(mail.text).not.toContain('your ZIP codes closed');
  });

  test('has no link to a number that must not be called', async () => {
    const mail = await mailOf({ agents: [anAgent({ mustNotCall: true, sources: ['Example MLS'] })] });
    expect(mail.text).toContain('Do not call');
    expect(mail.text).toContain('Source: Example MLS');
    expect(mail.html).not.toContain('tel:');
    expect(mail.text).not.toContain('555-0142');
  });

  test('counts agents beyond those in the email, and known agents with another sale', async () => {
    const mail = await mailOf({
      newAgents: 30,
      newDeals: 2,
      agents: [anAgent(), anAgent({ fullName: 'Bo Park', news: 'deal' })],
      since: '2026-11-23T14:30:00Z',
    });
    expect(mail.subject).toBe('30 new agents since Monday');
    expect(mail.text).toContain('2 agents closed another sale.');
    expect(mail.text).toContain('Another deal · 2 deals this week');
    expect(mail.text).toContain('30 agents more on your dashboard.');
  });
});

describe('the email of a digest', () => {
  test('names the address of the newest closing, and links the name to the page of the agent', async () => {
    row('digest/agent');
    const agent = anAgent({ newest: { address1: '12 Elm St', city: 'Kent' } });
    const mail = await mailOf({ agents: [agent, anAgent({ fullName: 'Bo Park', deals: 1 })] });
    const page = `https://product.example/agent/${agent.agentId}`;
    expect(mail.html).toMatch(new RegExp(`<a href="${page}"[^>]*>Ann Lee</a>`));
    expect(mail.text).toContain(`Ann Lee: ${page}`);
    expect(mail.text).toContain('Newest: 12 Elm St, Kent');
    expect(mail.text).not.toContain('undefined');
  });

  test('says which agents Today no longer lists, since a week has passed', async () => {
    row('digest/weekly');
    const late = anAgent({ deals: 1, earlierSoldOn: '2026-11-15' });
    const weekly = { frequency: 'weekly', newAgents: 30, since: '2026-11-20T14:30:00Z' } as const;
    const mail = await mailOf({ ...weekly, agents: [late, anAgent({ fullName: 'Bo Park' })] });
    expect(mail.subject).toBe('30 new agents since November 20');
    expect(mail.text).toContain('1 deal · $1.3M');
    expect(mail.text).toContain('Sold Nov 15, 2026, so no longer in Today');
    expect(mail.text).toContain('2 deals this week · $1.3M');
    expect(mail.text).toContain('28 agents more. Your dashboard has those of the last 7 days.');
    const first = await mailOf({ ...weekly, isFirst: true });
    expect(first.text).toContain('in the last 14 days');
  });

  test('without a new agent says what is new', async () => {
    const mail = await mailOf({
      newAgents: 0,
      newDeals: 1,
      agents: [anAgent({ news: 'deal', email: null })],
    });
    expect(mail.subject).toBe('1 agent closed another sale since yesterday');
    expect(mail.html).not.toContain('mailto:');
  });

  test('delivered twice becomes one email', async () => {
    const user = await aKnownUser();
    const digest = aDigest(user.id);
    const [first, again] = [newId(), newId()];
    await emit(digestReady, digest, first);
    await emit(digestReady, digest, first);
    // A planner cannot publish a digest under two event ids; the mail's key holds even then.
    await emit(digestReady, digest, again);
    await notifications.handled(again);
    await mailsAbout(user.email, /since yesterday/);
    await emit(digestReady, aDigest(user.id, { newAgents: 2 }));
    await mailsAbout(user.email, /^2 new agents/);
    expect((await inboxOf(user.email)).filter(({ subject }) => subject.startsWith('1 new'))).toHaveLength(1);
  });
});

describe('no email of a digest', () => {
  test.each([
    ['turned notices off', { emailNotifications: false }],
    ['is suspended', { status: 'suspended' }],
  ] as const)('is stored for a user who %s', async (_name, changes) => {
    const user = await aKnownUser(changes);
    const eventId = newId();
    await emit(digestReady, aDigest(user.id), eventId);
    await notifications.handled(eventId);
    expect(await notifications.mailsFor(user)).toEqual([]);
  });

  test('is sent to a user who unsubscribed, until they turn notices on again', async () => {
    const user = await aKnownUser();
    const { database } = notifications;
    await database.query(sql`insert into opt_outs (user_id, opted_out_at) values (${user.id}, now())`);
    const eventId = newId();
    await emit(digestReady, aDigest(user.id), eventId);
    await notifications.handled(eventId);
    expect(await notifications.mailsFor(user)).toEqual([]);
    await emit(userUpdated, { ...user, version: 2, emailNotifications: false });
    await emit(userUpdated, { ...user, version: 3, emailNotifications: true });
    await until(
      async () => (await database.query(sql`select from opt_outs where user_id = ${user.id}`)).rowCount === 0,
    );
    await emit(digestReady, aDigest(user.id));
    await mailsAbout(user.email, /since yesterday/);
  });
});

test('a digest begins with the promised calls', async () => {
  row('digest/follow-ups');
  const followUp = {
    ...{ agentId: newId(), fullName: 'Pat Promised', brokerageName: 'Harbor', email: null },
    ...{ phone: '(206) 555-0188', mustNotCall: false, followUpOn: '2026-11-27' },
  };
  const mail = await mailOf({ followUps: [followUp] });
  expect(mail.subject).toBe('1 new agent since yesterday');
  expect(mail.text).toMatch(/Promised for today:[\s\S]*Pat Promised[\s\S]*tel:\+12065550188[\s\S]*Ann Lee/);
  const late = { ...followUp, followUpOn: '2026-11-25' };
  const alone = { newAgents: 0, agents: [], followUps: [followUp, late] };
  const user = await aKnownUser();
  await emit(digestReady, aDigest(user.id, alone));
  const [only] = await mailsAbout(user.email, /^2 follow-ups/);
  expect(only?.subject).toBe('2 follow-ups are due');
  expect(only?.text).toMatch(/Promised until today:[\s\S]*Promised for Nov 25, 2026/);
  expect(only?.text).not.toContain('closed');
  await emit(digestReady, aDigest(user.id, { ...alone, followUps: [followUp] }));
  const [ofToday] = await mailsAbout(user.email, /^1 follow-up/);
  expect(ofToday?.subject).toBe('1 follow-up promised for today');
});

test('a digest counts the promised calls beyond those in it, and links to them', async () => {
  row('digest/follow-ups');
  const followUp = {
    ...{ agentId: newId(), fullName: 'Pat Promised', brokerageName: 'Harbor', email: null },
    ...{ phone: null, mustNotCall: false, followUpOn: '2026-11-27' },
  };
  const user = await aKnownUser();
  const alone = { newAgents: 0, agents: [], followUps: [followUp], followUpCount: 40 };
  await emit(digestReady, aDigest(user.id, alone));
  const [mail] = await mailsAbout(user.email, /promised for today/);
  expect(mail?.subject).toBe('40 follow-ups promised for today');
  expect(mail?.text).toContain('39 follow-ups more on your dashboard.');
  expect(mail?.html).toContain('href="https://product.example/dashboard?show=follow-ups"');
});
