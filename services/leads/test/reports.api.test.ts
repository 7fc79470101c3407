import { consumer, idempotent } from '@closingwire/chassis/consume';
import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { sql } from '@closingwire/chassis/pg';
import { changesNamedIn, until } from '@closingwire/chassis/testing';
import type { EventData } from '@closingwire/contracts/event';
import { leadFlagged, leadsApi } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
const published: EventData<typeof leadFlagged>[] = [];
let stopListening: () => Promise<void>;

beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  const listener = consumer({
    group: 'listener',
    handlers: [
      idempotent(
        leadFlagged,
        async messages => void published.push(...messages.map(message => message.data)),
      ),
    ],
    bus: leads.bus,
    log: createLog('test', 'error'),
  });
  await listener.start();
  stopListening = listener.stop;
});
afterAll(async () => {
  await stopListening();
  await leads.stop();
});

async function user({ isAdmin = false } = {}) {
  const id = newId();
  const token = await leads.identity.tokenFor({
    id,
    isAdmin,
    email: 'grace@example.com',
    firstName: 'Grace',
  });
  return {
    id,
    async ask(method: string, path: string, body?: object) {
      const reply = await fetch(`${leads.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: (await reply.json()) as never, changes: changesNamedIn(reply) };
    },
  };
}

type Listed = { agents: { id: string; fullName: string }[]; total: number };

/** A subscriber of their own ZIP with one closing. */
async function subscriberWithLead(zipCode: string, n: number) {
  await leads.source.deliver([madeUpLead(n, { zip: zipCode })]);
  const subscriber = await user();
  await leads.subscribe(subscriber.id, [zipCode]);
  const listed: Listed = (await subscriber.ask('GET', '/api/user/agents')).body;
  const [agent] = listed.agents;
  if (!agent) throw new Error(`No lead in ${zipCode}`);
  return { ...subscriber, agent };
}

const inKent = { city: 'Kent', state: 'WA', soldDate: '2026-03-17' };

describe('a lead report', () => {
  test('reaches the admins with its agent and user', async () => {
    row('entity/lead-flag', 'call/post-lead-flags', 'call/get-admin-lead-flags');
    const { ask, agent, id } = await subscriberWithLead('98001', 1);
    const { status, body } = await ask('POST', '/api/lead-flags', {
      agentId: agent.id,
      note: ' wrong phone ',
    });
    expect([status, body]).toMatchObject([201, { status: 'pending' }]);
    const { ask: askAsAdmin } = await user({ isAdmin: true });
    expect((await askAsAdmin('GET', '/api/admin/lead-flags')).body).toMatchObject({
      leadFlags: [
        {
          status: 'pending',
          note: 'wrong phone',
          createdAt: '2026-03-18T19:00:00.000Z',
          agent: { fullName: 'Agent 1 Example', email: 'agent.1@example.com', phone: '(206) 555-0142' },
          user: { firstName: 'Grace', email: 'grace@example.com' },
        },
      ],
    });
    const event = await until(() => published.find(flag => flag.userId === id));
    expect(event).toMatchObject({
      ...{ version: 1, status: 'pending', note: 'wrong phone', agentName: 'Agent 1 Example' },
      ...{ closingId: agent.id, agentId: agent.id },
      closing: { address1: '1 Elm St', ...inKent, zipCode: '98001' },
    });
  });

  test("is in its user's data export", async () => {
    const { ask, agent, id: userId } = await subscriberWithLead('98010', 10);
    await ask('POST', '/api/lead-flags', { agentId: agent.id, note: 'moved' });
    const auth = openIdentity({ ...leads.identity, name: 'auth' });
    const client = callInternal(leadsApi, { url: leads.url, token: () => auth.serviceToken('leads') });
    expect(await client.exportUser({ userId, email: 'grace@example.com' })).toMatchObject({
      person: { email: 'grace@example.com', firstName: 'Grace' },
      subscriptions: [{ zipCode: '98010' }],
      flags: [{ zipCode: '98010', note: 'moved', status: 'pending' }],
      optedOut: null,
    });
  });

  test('changes status by an admin', async () => {
    row('state/flag-status', 'call/put-admin-lead-flags-id-status');
    const { ask, agent } = await subscriberWithLead('98002', 2);
    const { id }: { id: string } = (await ask('POST', '/api/lead-flags', { agentId: agent.id, note: 'gone' }))
      .body;
    const admin = await user({ isAdmin: true });
    const path = `/api/admin/lead-flags/${id}/status`;
    expect(await admin.ask('PUT', path, { status: 'resolved' })).toMatchObject({
      status: 200,
      body: { id, status: 'resolved' },
      changes: [{ field: 'status', from: 'pending', to: 'resolved' }],
    });
    const event = await until(() => published.find(flag => flag.id === id && flag.version === 2));
    const closing = { address1: '2 Elm St', ...inKent, zipCode: '98002' };
    expect(event).toMatchObject({ status: 'resolved', closingId: agent.id, closing });
    expect(
      (await admin.ask('PUT', `/api/admin/lead-flags/${newId()}/status`, { status: 'reviewed' })).status,
    ).toBe(404);
    expect((await ask('PUT', path, { status: 'reviewed' })).status).toBe(404);
  });

  test('must be about a lead of the user', async () => {
    const { agent } = await subscriberWithLead('98003', 3);
    const stranger = await user();
    expect((await stranger.ask('POST', '/api/lead-flags', { agentId: agent.id, note: 'x' })).status).toBe(
      404,
    );
  });

  test('needs a note', async () => {
    const { ask, agent } = await subscriberWithLead('98004', 4);
    expect(await ask('POST', '/api/lead-flags', { agentId: agent.id, note: '  ' })).toMatchObject({
      status: 400,
      body: { message: "Please provide a note explaining what's wrong with this lead." },
    });
  });
});

describe('an admin', () => {
  test('sees the leads of any ZIP', async () => {
    row('call/get-admin-zip-codes-id-leads');
    await leads.source.deliver([madeUpLead(5, { zip: '98005', soldDate: '2014-10-13' })]);
    const admin = await user({ isAdmin: true });
    const path = '/api/admin/zip-codes/98005/leads';
    expect((await admin.ask('GET', `${path}?search=agent%205`)).body).toMatchObject({ total: 1 });
    expect((await admin.ask('GET', `${path}?search=nobody`)).body).toMatchObject({ agents: [], total: 0 });
    expect((await (await user()).ask('GET', path)).status).toBe(404);
  });
});

describe('the list of reports', () => {
  const COUNT = 2_500;
  type Flags = { leadFlags: { id: string; note: string }[]; total: number; pending: number };

  test('contains all reports or one page', async () => {
    const { ask } = await user({ isAdmin: true });
    const list = async (query = ''): Promise<Flags> =>
      (await ask('GET', `/api/admin/lead-flags${query}`)).body;
    const { total: before } = await list();
    await leads.pg.execute(
      sql`insert into lead_flags (id, version, zip, closing_id, agent_id, agent_name, user_id, note, status, created_at)
       select gen_random_uuid(), 1, '98001', gen_random_uuid(), gen_random_uuid(), 'Agent', gen_random_uuid(),
         'note ' || n, 'pending', now()
       from generate_series(1, ${COUNT}::int) as n`,
    );
    const total = before + COUNT;
    const all = await list();
    expect([all.leadFlags.length, all.total]).toEqual([total, total]);
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 200); page++) {
      const { leadFlags, total: stated } = await list(`?page=${page}&limit=200`);
      expect(stated).toBe(total);
      paged.push(...leadFlags.map(({ id }) => id));
    }
    expect(paged).toEqual(all.leadFlags.map(({ id }) => id));
    expect((await list('?page=2')).leadFlags).toHaveLength(50);
  });
});
