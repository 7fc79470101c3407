import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { CHANGES_HEADER, decodeChanges } from '@closingwire/contracts/audit';
import { userDeleted } from '@closingwire/contracts/auth';
import type { OwnList } from '@closingwire/contracts/exports';
import type { TodayReply } from '@closingwire/contracts/today';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { leadsConfigs, patience, startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const start = new Date();
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads();
});
afterAll(() => leads.stop());

const yesterday = new Date(start.getTime() - 86_400_000).toISOString().slice(0, 10);
const soldIn = (zip: string) => ({ zip, soldDate: yesterday });

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;
const subscriber = (...zips: string[]) => subscriberOf(leads, zips, start);

const upload = ({ ask }: Subscriber, body: string, kind = 'customers') =>
  ask(`/api/user/own-lists/${kind}?fileName=own.csv`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
const listsOf = async ({ get }: Subscriber) => (await get<{ lists: OwnList[] }>('/api/user/own-lists')).lists;

/** Waits until the agents of the user's lists were looked for. */
const matched = (user: Subscriber) =>
  until(async () => {
    const lists = await listsOf(user);
    return lists.length > 0 && lists.every(({ isMatched }) => isMatched) ? lists : undefined;
  }, patience);

const namesFor = async ({ get }: Subscriber) =>
  (await get<Page>('/api/user/agents')).agents.map(({ fullName }) => fullName).toSorted();

const remove = ({ ask }: Subscriber, kind = 'customers') =>
  ask(`/api/user/own-lists/${kind}`, { method: 'DELETE' });

describe('an own list', () => {
  test('leaves its agents out everywhere of this account only, until it is removed', async () => {
    await leads.source.deliver([
      madeUpLead(1, soldIn('98401'), { fullName: 'By Email', email: 'Known.One@Example.com' }),
      madeUpLead(2, soldIn('98401'), { fullName: 'By Phone', mobile: '(206) 555-0177' }),
      madeUpLead(3, soldIn('98401'), { fullName: 'Zed New', mobile: '(206) 555-0178' }),
    ]);
    const user = await subscriber('98401');
    const stranger = await subscriber('98401');
    const all = ['By Email', 'By Phone', 'Zed New'];
    expect(await namesFor(user)).toEqual(all);
    for (let repeated = 0; repeated < 2; repeated++) {
      const reply = await upload(
        user,
        'Name,Email,Phone\nOne,known.one@example.com,\nTwo,,+1 206 555 0177\n',
      );
      expect(await reply.json()).toMatchObject({ emails: 1, phones: 1, rejected: 0, isReadable: true });
      expect(decodeChanges(reply.headers.get(CHANGES_HEADER) ?? '')).toEqual([
        { field: 'contacts', to: '2' },
      ]);
      expect(await matched(user)).toMatchObject([{ kind: 'customers', agents: 2, fileName: 'own.csv' }]);
    }
    const left = ['Zed New'];
    expect(await namesFor(user)).toEqual(left);
    const today = await user.get<TodayReply>('/api/user/today');
    expect(today.agents.map(({ fullName }) => fullName)).toEqual(left);
    const partner = await user.get<Page>('/api/v1/agents-properties');
    expect(partner.agents.map(({ fullName }) => fullName)).toEqual(left);
    const csv = await (await user.exportCsv({})).text();
    expect(all.filter(name => csv.includes(name))).toEqual(left);
    const file = await (await user.ask('/api/user/files', { method: 'POST', body: '{}' })).text();
    expect(['By,Email', 'By,Phone', 'Zed,New'].filter(name => file.includes(name))).toEqual(['Zed,New']);
    expect(await user.get('/api/user/agents/summary')).toMatchObject({ total: 1 });
    expect(await namesFor(stranger)).toEqual(all);
    expect(await (await remove(stranger)).json()).toEqual({ removed: false });
    expect(await (await remove(user)).json()).toEqual({ removed: true });
    expect(await (await remove(user)).json()).toEqual({ removed: false });
    expect(await namesFor(user)).toEqual(all);
  });
});

describe('an own list, later,', () => {
  test('leaves out agents who arrive later, and an agent whom it knows by another ZIP', async () => {
    const user = await subscriber('98402', '98403');
    await upload(user, 'late.comer@example.com', 'do-not-call');
    await matched(user);
    const late = { fullName: 'Late Comer', licenseNumber: 'WA-402' };
    await leads.source.deliver([
      madeUpLead(5, soldIn('98402'), { ...late, email: 'late.comer@example.com' }),
    ]);
    await leads.source.deliver([
      madeUpLead(6, soldIn('98403'), { ...late, email: null }),
      madeUpLead(7, soldIn('98403'), { fullName: 'Other One' }),
    ]);
    expect(await namesFor(user)).toEqual(['Other One']);
    expect(await listsOf(user)).toMatchObject([{ kind: 'do-not-call', agents: 1 }]);
  });

  test('is replaced by the next one of its kind', async () => {
    await leads.source.deliver([
      madeUpLead(8, soldIn('98404'), { fullName: 'First One', email: 'first@example.com' }),
      madeUpLead(9, soldIn('98404'), { fullName: 'Second One', email: 'second@example.com' }),
    ]);
    const user = await subscriber('98404');
    await upload(user, 'first@example.com');
    await matched(user);
    expect(await namesFor(user)).toEqual(['Second One']);
    await upload(user, 'second@example.com');
    await matched(user);
    expect(await namesFor(user)).toEqual(['First One']);
  });

  test('leaves nobody out once it is removed, also before its search, beside another list', async () => {
    await leads.source.deliver([
      madeUpLead(8, soldIn('98407'), { fullName: 'First One', email: 'before@example.com' }),
      madeUpLead(9, soldIn('98407'), { fullName: 'Second One', email: 'barred@example.com' }),
    ]);
    const user = await subscriber('98407');
    await upload(user, 'before@example.com');
    await upload(user, 'barred@example.com', 'do-not-call');
    await matched(user);
    expect(await namesFor(user)).toEqual([]);
    // As a replacement leaves it whose search has not run.
    await leads.pg.execute(
      sql`update own_lists set id = ${newId()}, matched_at = null where account_id = ${user.id} and kind = 'customers'`,
    );
    await remove(user);
    expect(await namesFor(user)).toEqual(['First One']);
  });

  test('goes with the account', async () => {
    await leads.source.deliver([madeUpLead(10, soldIn('98405'), { email: 'gone@example.com' })]);
    const user = await subscriber('98405');
    await upload(user, 'gone@example.com');
    await matched(user);
    await leads.bus.send(userDeleted, [
      { data: { id: user.id, version: 9, deletedAt: start.toISOString() } },
    ]);
    await until(async () => {
      const { rows } = await leads.pg.one<{ rows: number }>(
        sql`select (select count(*) from own_lists where account_id = ${user.id})
           + (select count(*) from own_list_agents where account_id = ${user.id}) as rows`,
      );
      return rows === 0;
    }, patience);
  });
});

describe('an upload', () => {
  test('names rejected lines with their reasons, and stores the others', async () => {
    const user = await subscriber('98411');
    const reply = await upload(
      user,
      'good@example.com\nbad@example\n555-01\njust words\n(206) 555-0142; other@example.com\n',
    );
    expect(await reply.json()).toMatchObject({
      emails: 2,
      phones: 1,
      rejected: 3,
      reasons: [
        { line: 2, reason: 'The email address cannot be read' },
        { line: 3, reason: 'Expected a phone number of ten digits' },
        { line: 4, reason: 'No email address and no phone number' },
      ],
    });
  });

  test('of nothing, of an unknown kind or of too many entries changes nothing', async () => {
    const user = await subscriber('98412');
    await upload(user, 'kept@example.com');
    expect((await upload(user, 'Email\n')).status).toBe(400);
    expect((await upload(user, 'a@example.com', 'friends')).status).toBe(404);
    const many = Array.from({ length: 200_001 }, (_, n) => `a${n}@example.com`).join('\n');
    const refused = await upload(user, many);
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'too_many_entries' }]);
    expect(await listsOf(user)).toMatchObject([{ kind: 'customers', emails: 1 }]);
  });

  test('stores HMACs with a key of the installation, and no contact', async () => {
    const { api } = await leadsConfigs();
    const user = await subscriber('98413');
    await upload(user, 'secret@example.com');
    const key = Buffer.from(hkdfSync('sha256', api.SERVICE_SECRET, '', 'closingwire own lists', 32));
    const contact = createHash('sha256').update('email:secret@example.com').digest();
    const expected = createHmac('sha256', key).update(contact).digest('hex');
    const stored = await leads.pg.query<{ hash: string }>(
      sql`select encode(hash, 'hex') as hash from own_list_entries e join own_lists l on l.id = e.list_id
       where l.account_id = ${user.id}`,
    );
    expect(stored).toEqual([{ hash: expected }]);
  });
});
