import { consumer, idempotent } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { raw, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { EventData } from '@closingwire/contracts/event';
import { optOutDecided, optOutReviewNeeded } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { type Asked, optOutAdminOf, optOutOf } from './opt-out.ts';
import { startLeads } from './start-leads.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
let agents: ReturnType<typeof optOutOf>;
let admin: Awaited<ReturnType<typeof optOutAdminOf>>;
const adminId = newId();
const published: EventData<typeof optOutReviewNeeded>[] = [];
const decided: EventData<typeof optOutDecided>[] = [];
let listeners: Part[] = [];

beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  agents = optOutOf(leads);
  admin = await optOutAdminOf(leads, { isAdmin: true, id: adminId });
  const log = createLog('test', 'error');
  listeners = [
    consumer({
      group: 'listener-reviews',
      handlers: [
        idempotent(
          optOutReviewNeeded,
          async messages => void published.push(...messages.map(({ data }) => data)),
        ),
      ],
      bus: leads.bus,
      log,
    }),
    consumer({
      group: 'listener-decisions',
      handlers: [
        idempotent(optOutDecided, async messages => void decided.push(...messages.map(({ data }) => data))),
      ],
      bus: leads.bus,
      log,
    }),
  ];
  for (const listener of listeners) await listener.start();
});
afterAll(async () => {
  for (const listener of listeners) await listener.stop();
  await leads.stop();
});

/** Returns whether each agent of a ZIP is hidden. Checks that its closings are hidden likewise. */
const hidden = async (zipCode: string) => {
  const of = (table: string) =>
    leads.pg.query<{ is_suppressed: boolean }>(
      sql`select is_suppressed from ${raw(table)} where zip = ${zipCode} order by is_suppressed`,
    );
  const [agentRows, closingRows] = [await of('agents'), await of('closings')];
  const flags = agentRows.map(row => row.is_suppressed);
  expect(closingRows.map(row => row.is_suppressed)).toEqual(flags);
  return flags;
};

/** Makes an opt-out with a contact that waits for a review. */
async function waiting(asked: Asked) {
  await agents.optOut(asked);
  const { optOuts } = await admin.list({ search: asked.email });
  const [found] = optOuts;
  if (found?.state !== 'needs-review') throw new Error(`Got ${JSON.stringify(optOuts)}`);
  return found;
}

const auditOf = (targetId: string) =>
  leads.pg.query(
    sql`select action, actor_id as "actorId", host(ip) as ip, user_agent as "userAgent", detail,
       request_id is not null as "hasRequest" from audit_log where target_id = ${targetId} order by id`,
  );

describe('an opt-out that needs review', () => {
  test('is shown to admins with what it would hide', async () => {
    row('beyond/opt-out-review');
    const office = '(206) 555-0131';
    await leads.source.deliver([
      madeUpLead(131, { zip: '98131' }, { mobile: null, phone: office }),
      madeUpLead(132, { zip: '98131' }, { mobile: null, phone: office }),
    ]);
    const { id } = await waiting({ email: 'agent.131@example.com', phone: office });
    const { optOuts, needsReview } = await admin.list({ state: 'needs-review' });
    expect(needsReview).toBe(optOuts.length);
    expect(optOuts.find(one => one.id === id)).toMatchObject({
      createdAt: '2026-03-18T19:00:00.000Z',
      contacts: [
        { kind: 'email', shown: 'agent.131@example.com', isInEffect: true, agentCount: 1 },
        {
          kind: 'phone',
          shown: office,
          isInEffect: false,
          agentCount: 2,
          agents: [
            { name: 'Agent 131 Example', brokerage: 'Example & Co.', zip: '98131' },
            { name: 'Agent 132 Example', brokerage: 'Example & Co.', zip: '98131' },
          ],
        },
      ],
    });
    expect(await until(() => published.find(event => event.id === id))).toEqual({
      id,
      version: 1,
      kinds: ['phone'],
      confirmedAt: '2026-03-18T19:00:00.000Z',
    });
  });

  test('takes effect when it is approved', async () => {
    await leads.source.deliver([madeUpLead(133, { zip: '98133' }, { email: null })]);
    const { id } = await waiting({ email: 'agent.133@example.com', licenseNumber: 'WA-133' });
    expect(await hidden('98133')).toEqual([false]);
    expect(await admin.review(id, 'approve')).toMatchObject({
      status: 200,
      body: {
        state: 'in-effect',
        contacts: [{ shown: 'a•••@example.com' }, { shown: 'WA•••', isInEffect: true, agents: [] }],
      },
    });
    expect(await hidden('98133')).toEqual([true]);
    expect(await admin.review(id, 'refuse')).toMatchObject({
      status: 409,
      body: { code: 'opt_out_decided' },
    });
  });

  test('leaves the address in effect when it is refused', async () => {
    await leads.source.deliver([
      madeUpLead(134, { zip: '98134' }),
      madeUpLead(135, { zip: '98134' }, { mobile: '(206) 555-0135' }),
    ]);
    const { id } = await waiting({ email: 'agent.134@example.com', phone: '(206) 555-0135' });
    expect(await admin.review(id, 'refuse')).toMatchObject({ body: { state: 'refused' } });
    expect(await hidden('98134')).toEqual([false, true]);
  });

  test('is for admins alone', async () => {
    const user = await optOutAdminOf(leads, {});
    const { id } = await waiting({ email: 'agent.136@example.com', phone: '(206) 555-0136' });
    const replies = [await user.call('GET', ''), await user.review(id, 'approve'), await user.undo(id)];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

test('each decision on an opt-out is named for the audit log', async () => {
  const [one, other] = [
    await waiting({ email: 'agent.161@example.com', phone: '(206) 555-0161' }),
    await waiting({ email: 'agent.162@example.com', phone: '(206) 555-0162' }),
  ];
  const replies = [
    await admin.review(one.id, 'approve'),
    await admin.review(other.id, 'refuse'),
    await admin.undo(one.id),
    await admin.undo(one.id),
  ];
  expect(replies.map(({ status, changes }) => [status, ...changes])).toEqual([
    [200, { field: 'decision', to: 'approved' }, { field: 'contacts', to: '•••0161' }],
    [200, { field: 'decision', to: 'refused' }, { field: 'contacts', to: '•••0162' }],
    [200, { field: 'decision', to: 'undone' }, { field: 'contacts', to: 'a•••@example.com, •••0161' }],
    [409],
  ]);
});

describe('an undone opt-out', () => {
  test('brings agents and closings back, now and when sent again', async () => {
    row('beyond/opt-out-undo');
    const rows = [madeUpLead(141, { zip: '98141' })];
    await leads.source.deliver(rows);
    await agents.optOut({ email: 'agent.141@example.com', licenseNumber: 'WA-141' });
    expect(await hidden('98141')).toEqual([true]);
    const { optOuts } = await admin.list({ search: 'wa 141' });
    const id = optOuts[0]?.id ?? '';
    expect(await admin.undo(id)).toMatchObject({ status: 200, body: { state: 'undone' } });
    expect(await hidden('98141')).toEqual([false]);
    await leads.source.deliver([...rows, madeUpLead(141, { zip: '98142' })]);
    expect([await hidden('98141'), await hidden('98142')]).toEqual([[false], [false]]);
    expect((await admin.undo(id)).status).toBe(409);
    expect((await admin.undo(newId())).status).toBe(404);
  });

  test('keeps agents suppressed by another opt-out', async () => {
    const email = 'agent.143@example.com';
    await leads.source.deliver([madeUpLead(143, { zip: '98143' })]);
    await agents.optOut({ email, licenseNumber: 'WA-143' });
    // A suppression of the same agent from before there were requests.
    await leads.pg.execute(
      sql`with r as (insert into opt_out_requests (id, state, created_at) values (${newId()}, 'in-effect', now()) returning id),
        c as (insert into opt_out_contacts (request_id, kind, hash, masked)
          select id, 'license', contact_hash('license', 'WA-143'), '' from r)
       insert into suppressions (request_id, kind, hash) select id, 'license', contact_hash('license', 'WA-143') from r`,
    );
    const { optOuts } = await admin.list({ search: 'WA-143' });
    expect(optOuts.map(({ contacts }) => contacts.map(({ shown }) => shown))).toEqual(
      expect.arrayContaining([['not kept'], ['a•••@example.com', 'WA•••']]),
    );
    await admin.undo(optOuts.find(({ contacts }) => contacts.length === 2)?.id ?? '');
    expect(await hidden('98143')).toEqual([true]);
    await admin.undo(optOuts.find(({ contacts }) => contacts.length === 1)?.id ?? '');
    expect(await hidden('98143')).toEqual([false]);
  });
});

describe('the decision on an opt-out', () => {
  const at = '2026-03-18T19:00:00.000Z';
  const times = { confirmedAt: at, decidedAt: at };
  /** The id of the mail with the link. */
  const mailOf = (email: string) => leads.notifications.mailsTo(email)[0]?.mailId ?? '';
  const decisionsOn = (mailId: string, count: number) =>
    until(() => {
      const found = decided.filter(event => event.mailId === mailId);
      return found.length >= count && found;
    });

  test('is published for a mail, without a contact', async () => {
    row('beyond/opt-out-outcome-mail');
    const email = 'agent.191@example.com';
    const { id } = await waiting({ email, phone: '(206) 555-0191', licenseNumber: 'WA-191' });
    await admin.review(id, 'approve');
    await admin.undo(id);
    const mailId = mailOf(email);
    const events = await decisionsOn(mailId, 2);
    expect(events).toEqual([
      { mailId, version: 2, outcome: 'approved', kinds: ['phone', 'license'], ...times },
      { mailId, version: 3, outcome: 'undone', kinds: ['email', 'phone', 'license'], ...times },
    ]);
  });

  test('is published also when it is refused', async () => {
    const email = 'agent.192@example.com';
    const { id } = await waiting({ email, phone: '(206) 555-0192' });
    await admin.review(id, 'refuse');
    await admin.undo(id);
    const mailId = mailOf(email);
    expect(await decisionsOn(mailId, 2)).toEqual([
      { mailId, version: 2, outcome: 'refused', kinds: ['phone'], ...times },
      { mailId, version: 3, outcome: 'undone', kinds: ['email'], ...times },
    ]);
  });

  test("has the mail's id, which admins cannot match to the opt-out", async () => {
    const email = 'agent.193@example.com';
    const { id } = await waiting({ email, phone: '(206) 555-0193' });
    await admin.review(id, 'refuse');
    const mailId = mailOf(email);
    await decisionsOn(mailId, 1);
    expect(leads.notifications.mailsTo(email).map(mail => mail.mailId)).toEqual([mailId]);
    const seen = [await admin.list({ search: email }), await auditOf(id), published];
    expect(JSON.stringify(seen)).toContain(id);
    expect(JSON.stringify(seen)).not.toContain(mailId);
    expect(JSON.stringify(decided)).not.toContain(id);
  });

  test('names the contacts that an undo frees', async () => {
    const [email, other] = ['agent.194@example.com', 'agent.195@example.com'];
    const { id } = await waiting({ email, licenseNumber: 'WA-194' });
    await admin.review(id, 'approve');
    const second = await waiting({ email: other, licenseNumber: 'wa 194' });
    await admin.review(second.id, 'approve');
    await admin.undo(id);
    await admin.undo(second.id);
    expect(await decisionsOn(mailOf(email), 2)).toMatchObject([{}, { kinds: ['email'] }]);
    expect(await decisionsOn(mailOf(other), 2)).toMatchObject([{}, { kinds: ['email', 'license'] }]);
  });

  test('is published even if an undo frees no contact', async () => {
    const email = 'agent.196@example.com';
    await agents.optOut({ email });
    // A suppression from before there were requests.
    const hash = `contact_hash('email', '${email}')`;
    await leads.pg.execute(
      sql`with r as (insert into opt_out_requests (id, state, created_at) values (${newId()}, 'in-effect', now()) returning id),
        c as (insert into opt_out_contacts (request_id, kind, hash, masked) select id, 'email', ${raw(hash)}, '' from r)
       insert into suppressions (request_id, kind, hash) select id, 'email', ${raw(hash)} from r`,
    );
    const { optOuts } = await admin.list({ search: email });
    const isEarlier = (one: (typeof optOuts)[number]) => one.contacts[0]?.shown === 'not kept';
    await admin.undo(optOuts.find(one => !isEarlier(one))?.id ?? '');
    expect(await decisionsOn(mailOf(email), 1)).toMatchObject([{ outcome: 'undone', kinds: [] }]);
    // Nothing is published for the older one, which had no link.
    expect(await admin.undo(optOuts.find(isEarlier)?.id ?? '')).toMatchObject({ status: 200 });
  });
});

describe('the audit of opt-outs', () => {
  test('has each step with its actor and address, and no contact', async () => {
    row('beyond/opt-out-audit');
    const email = 'agent.151@example.com';
    const phone = '(206) 555-0151';
    const { id } = await waiting({ email, phone });
    await admin.review(id, 'approve');
    await admin.undo(id);
    const entries = await auditOf(id);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    const [emailHash, phoneHash] = [
      { kind: 'email', hash },
      { kind: 'phone', hash },
    ];
    const agent = { actorId: null, ip: '127.0.0.1', userAgent: 'an-agent/1.0', hasRequest: true };
    const byAdmin = { actorId: adminId, ip: '127.0.0.1', hasRequest: true };
    expect(entries).toMatchObject([
      { ...agent, action: 'opt-out-requested', detail: { contacts: [emailHash, phoneHash] } },
      { ...agent, action: 'opt-out-confirmed', detail: { inEffect: [emailHash], needsReview: [phoneHash] } },
      { ...byAdmin, action: 'opt-out-approved', detail: { contacts: [phoneHash] } },
      { ...byAdmin, action: 'opt-out-undone', detail: { contacts: [emailHash, phoneHash] } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/agent\.151|0151/);
  });
});
