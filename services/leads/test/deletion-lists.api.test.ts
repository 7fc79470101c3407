import { gzipSync } from 'node:zlib';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { StoredDeletionList } from '@closingwire/contracts/withdrawals';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deletionAdminOf, hashOf, listOf } from './deletion-lists.ts';
import { madeUpLead } from './made-up-leads.ts';
import { optOutOf } from './opt-out.ts';
import { patience, startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const now = new Date('2026-03-18T19:00:00Z');

let leads: Awaited<ReturnType<typeof startLeads>>;
let admin: Awaited<ReturnType<typeof deletionAdminOf>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  admin = await deletionAdminOf(leads);
});
afterAll(() => leads.stop());
beforeEach(() =>
  leads.pg.execute(
    sql`truncate agents, closings, lead_flags, suppressions, deletion_lists, deletion_records, deletion_matches`,
  ),
);

const sold = { soldDate: '2026-03-15' };
const lead = (n: number, changes: object = {}, property: object = {}) => ({
  ...madeUpLead(n, { ...sold, ...property }),
  ...changes,
});
const emailOf = (n: number) => `agent.${n}@example.com`;

/** The names in a subscriber's list of this ZIP. */
async function namesIn(zip: string): Promise<string[]> {
  const { ask } = await subscriberOf(leads, [zip]);
  const page = (await (await ask('/api/user/agents?fromDate=2026-01-01')).json()) as Page;
  return page.agents.map(({ fullName }) => fullName);
}

const stored = (zip: string) =>
  leads.pg.query<Record<string, unknown>>(
    sql`select full_name, license_number, brokerage_name, email, mobile, phone, other_emails, other_phones, is_suppressed
     from agents where zip = ${zip} order by id`,
  );

test('the hash is the one of the platform', async () => {
  expect(hashOf('4155559317')).toBe('vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E=');
  const { hash } = await leads.pg.one<{ hash: Buffer }>(
    sql`select deletion_hash('phone', '+1 (415) 555-9317') as hash`,
  );
  expect(hash.toString('base64')).toBe(hashOf('4155559317'));
});

describe('a list of addresses', () => {
  test('deletes its agents and never lets them in again', async () => {
    row('beyond/deletion-list');
    await leads.source.deliver([lead(1, {}, { zip: '98101' }), lead(2, {}, { zip: '98101' })]);
    const list = await admin.process([emailOf(1), 'nobody@example.com'], {
      fileName: '20260316_4821_Email.csv',
    });
    expect(list).toMatchObject({
      kind: 'email',
      listedOn: '2026-03-16',
      records: 2,
      deleted: 1,
      optedOut: 0,
      repliedAt: null,
    });
    expect(await namesIn('98101')).toEqual([madeUpLead(2).fullName]);
    expect(await stored('98101')).toContainEqual({
      full_name: '',
      license_number: null,
      brokerage_name: null,
      email: null,
      mobile: null,
      phone: null,
      other_emails: null,
      other_phones: null,
      is_suppressed: true,
    });
    const again = [
      lead(1, {}, { zip: '98101', soldDate: '2026-03-16' }),
      lead(1, { email: emailOf(1).toUpperCase() }, { zip: '98102' }),
      lead(1, { email: null }, { zip: '98103' }),
      lead(3, { email: `other@example.com; ${emailOf(1)}` }, { zip: '98102' }),
    ];
    await leads.source.deliver(again);
    expect(await namesIn('98101')).toEqual([madeUpLead(2).fullName]);
    expect(await stored('98102')).toEqual([]);
    expect(await stored('98103')).toEqual([]);
  });

  test('finds further addresses and rows in other ZIPs', async () => {
    const own = { email: `first@example.com, ${emailOf(4)}` };
    await leads.source.deliver([lead(4, own, { zip: '98104' }), lead(4, { email: null }, { zip: '98105' })]);
    expect(await admin.process([emailOf(4)], { kind: 'email' })).toMatchObject({ deleted: 1 });
    expect(await stored('98104')).toMatchObject([{ full_name: '', other_emails: null, is_suppressed: true }]);
    expect(await stored('98105')).toMatchObject([
      { full_name: '', license_number: null, is_suppressed: true },
    ]);
    await leads.source.deliver([lead(4, { email: 'first@example.com' }, { zip: '98106' })]);
    expect(await stored('98106')).toEqual([]);
  });

  test('keeps hashes of nobody who shares a contact', async () => {
    const office = '(206) 555-0170';
    await leads.source.deliver([
      lead(5, { phone: office }, { zip: '98107' }),
      lead(6, { phone: office }, { zip: '98107' }),
    ]);
    await admin.process([emailOf(5)], { kind: 'email' });
    expect(await namesIn('98107')).toEqual([madeUpLead(6).fullName]);
    await leads.source.deliver([lead(7, { phone: office }, { zip: '98107' })]);
    expect((await namesIn('98107')).length).toBe(2);
  });
});

test('a number of several agents hides all and deletes nothing', async () => {
  row('beyond/deletion-list-shared');
  const office = '(206) 555-0171';
  await leads.source.deliver([
    lead(8, { phone: office }, { zip: '98108' }),
    lead(9, { mobile: office }, { zip: '98108' }),
    lead(10, {}, { zip: '98108' }),
  ]);
  const list = await admin.process(['2065550171', '2065550999'], { fileName: '20260317_4821_Phone.csv' });
  expect(list).toMatchObject({ kind: 'phone', deleted: 0, optedOut: 1 });
  expect(await namesIn('98108')).toEqual([madeUpLead(10).fullName]);
  expect((await stored('98108')).map(({ full_name }) => full_name)).not.toContain('');
  expect((await admin.reply(list.id)).text).toBe('Id,Status\nA7kP2xQ90001,4\nA7kP2xQ90002,5\n');
});

test("a flag loses its agent's name and contacts", async () => {
  await leads.source.deliver([lead(11, {}, { zip: '98111' })]);
  await leads.pg.execute(
    sql`insert into lead_flags (id, version, zip, closing_id, agent_id, agent_name, agent_email, agent_phone, user_id, note, status, created_at)
     select gen_random_uuid(), 1, a.zip, c.id, a.id, a.full_name, a.email, a.phone, gen_random_uuid(), '', 'pending', now()
     from agents a join closings c on c.zip = a.zip and c.agent_id = a.id where a.zip = '98111'`,
  );
  await admin.process([emailOf(11)], { kind: 'email' });
  expect(await leads.pg.query(sql`select agent_name, agent_email, agent_phone from lead_flags`)).toEqual([
    { agent_name: '', agent_email: null, agent_phone: null },
  ]);
});

describe('the reply', () => {
  test('has the codes in the order of the list under its name', async () => {
    await leads.source.deliver([lead(12, {}, { zip: '98112' })]);
    const list = await admin.process(['a@example.com', emailOf(12), 'b@example.com'], {
      fileName: '20260316_4821_Email.csv',
    });
    expect(await admin.reply(list.id)).toEqual({
      status: 200,
      name: 'attachment; filename="20260316_4821_Email.csv"',
      text: 'Id,Status\nA7kP2xQ90001,5\nA7kP2xQ90002,3\nA7kP2xQ90003,5\n',
    });
    expect((await admin.page()).lists[0]?.repliedAt).toBe(now.toISOString());
  });

  test('is the same after the list is uploaded again', async () => {
    row('beyond/deletion-list-reply');
    await leads.source.deliver([lead(13, {}, { zip: '98113' })]);
    const list = await admin.process([emailOf(13)], { fileName: '20260316_4821_Email.csv' });
    const { text } = await admin.reply(list.id);
    const state = () =>
      leads.pg.query(
        sql`select (select json_agg(a order by id) from agents a) as agents, (select json_agg(s order by hash) from suppressions s) as hashes`,
      );
    const before = await state();
    expect(await admin.process([emailOf(13)], { fileName: '20260318_4821_Email.csv' })).toEqual({
      ...list,
      repliedAt: now.toISOString(),
    });
    expect(await state()).toEqual(before);
    expect((await admin.reply(list.id)).text).toBe(text);
    expect((await admin.page()).total).toBe(1);
  });
});

describe('the days', () => {
  test('count from the first list, then from both replies', async () => {
    row('beyond/deletion-list-days');
    expect(await admin.page()).toEqual({ lists: [], total: 0, deadline: null });
    const email = await admin.process(['a@example.com'], { fileName: '20260205_4821_Email.csv' });
    const phone = await admin.process(['2065550100'], { fileName: '20260210_4821_Phone.csv' });
    expect((await admin.page()).deadline).toEqual({ dueOn: '2026-03-22', daysLeft: 4 });
    await admin.reply(phone.id);
    expect((await admin.page()).deadline).toEqual({ dueOn: '2026-03-22', daysLeft: 4 });
    await admin.reply(email.id);
    const { body } = await admin.upload('ID,Hash\n', { fileName: '20260316_4821_Email.csv' });
    await admin.done(body.id);
    expect((await admin.page()).deadline).toEqual({ dueOn: '2026-03-27', daysLeft: 9 });
  });

  test('are negative when overdue', async () => {
    await admin.process(['a@example.com'], { fileName: '20260130_4821_Email.csv' });
    expect((await admin.page()).deadline).toEqual({ dueOn: '2026-03-16', daysLeft: -2 });
  });
});

describe('an upload', () => {
  test.each([
    ['another kind', listOf(['x']), { fileName: '20260316_4821_NDZ.csv' }, 'other_kind'],
    ['canceled requests', 'ID,Hash,ListType\nA,B,Email', { kind: 'email' }, 'invalid_list'],
    ['another header', 'Email\nx@example.com', { kind: 'email' }, 'invalid_list'],
    ['a damaged hash', 'ID,Hash\nA7kP2xQ9Lm4R,abc', { kind: 'email' }, 'invalid_list'],
    ['an unknown kind', listOf(['x']), { fileName: 'list.csv' }, 'unknown_kind'],
    ['two kinds', listOf(['x']), { fileName: '20260316_4821_Email.csv', kind: 'phone' }, 'unknown_kind'],
    ['an empty file', '', { kind: 'email' }, 'invalid_list'],
  ])('with %s is refused and stores nothing', async (_name, body, query, code) => {
    expect(await admin.upload(body, query)).toMatchObject({ status: 400, body: { code } });
    expect(await leads.pg.query(sql`select from deletion_records`)).toEqual([]);
  });

  test('may be packed', async () => {
    const packed = new Uint8Array(gzipSync(listOf(['a@example.com', 'b@example.com'])));
    const { body } = await admin.upload(packed, { kind: 'email' });
    expect(await admin.done(body.id)).toMatchObject({ records: 2, fileName: 'email.csv' });
  });
});

test('an opt-out of a further contact hides the agent', async () => {
  row('beyond/opt-out-further-contacts');
  const agents = optOutOf(leads);
  await leads.source.deliver([lead(14, { email: `main.14@example.com, ${emailOf(14)}` }, { zip: '98114' })]);
  expect((await namesIn('98114')).length).toBe(1);
  await agents.optOut({ email: emailOf(14) });
  expect(await namesIn('98114')).toEqual([]);
  await leads.source.deliver([lead(15, { email: `main.15@example.com, ${emailOf(14)}` }, { zip: '98115' })]);
  expect(await stored('98115')).toEqual([]);
});

/** The only list, as `closingwire withdrawals save` reads it. */
async function storedList(): Promise<StoredDeletionList> {
  const { list } = await leads.pg.one<{ list: StoredDeletionList }>(
    sql`select json_build_object('id', id, 'kind', kind, 'fileName', file_name, 'listedOn', listed_on,
         'digest', encode(digest, 'hex'), 'uploadedBy', uploaded_by, 'uploadedAt', uploaded_at, 'finishedAt', finished_at,
         'repliedAt', replied_at, 'deleted', deleted, 'optedOut', opted_out,
         'records', (select json_agg(json_build_array(record_id, encode(hash, 'hex'), outcome) order by position)
           from deletion_records),
         'suppressions', (select json_agg(json_build_array(kind, encode(hash, 'hex'))) from suppressions)) as list
       from deletion_lists`,
  );
  return list;
}

/** Enqueues the jobs as a restore does, and waits for them. */
async function repeat({ records, suppressions, ...list }: StoredDeletionList): Promise<void> {
  const part = { list, first: 1, records: [], suppressions: [], isLast: false };
  const half = Math.ceil(records.length / 2);
  const parts = [
    { ...part, records: records.slice(0, half) },
    { ...part, first: half + 1, records: records.slice(half) },
    { ...part, suppressions },
    { ...part, isLast: true },
  ];
  for (const one of parts) {
    await leads.pg.execute(
      sql`select graphile_worker.add_job('repeat-deletion-lists', payload => ${JSON.stringify(one)}::json,
         queue_name => 'repeat-deletion-lists')`,
    );
  }
  await until(async () => {
    const left = await leads.pg.query(
      sql`select from graphile_worker.jobs where task_identifier like '%deletion-list%'`,
    );
    return left.length === 0;
  }, patience);
}

test('a restored database gets the later lists once', async () => {
  row('beyond/deletion-list-restored');
  await leads.source.deliver([lead(20, {}, { zip: '98120' }), lead(21, {}, { zip: '98120' })]);
  const backup = await leads.pg.query(sql`select * from agents where zip = '98120'`);
  const list = await admin.process([emailOf(20), 'nobody@example.com', emailOf(30)], {
    fileName: '20260316_4821_Email.csv',
  });
  const { text } = await admin.reply(list.id);
  const later = await storedList();
  expect(later).toMatchObject({ records: { length: 3 }, suppressions: { length: 2 } });
  await leads.pg.execute(sql`truncate agents, suppressions, deletion_lists, deletion_records`);
  await leads.pg.execute(
    sql`insert into agents select * from json_populate_recordset(null::agents, ${JSON.stringify(backup)}::json)`,
  );
  await leads.pg.execute(sql`update closings set is_suppressed = false`);
  expect((await namesIn('98120')).length).toBe(2);
  for (let times = 0; times < 2; times++) await repeat(later);
  expect(await namesIn('98120')).toEqual([madeUpLead(21).fullName]);
  expect(await stored('98120')).toContainEqual(expect.objectContaining({ full_name: '', email: null }));
  expect((await admin.reply(list.id)).text).toBe(text);
  expect((await admin.page()).lists).toMatchObject([
    { id: list.id, records: 3, deleted: 1, repliedAt: later.repliedAt && now.toISOString() },
  ]);
  await leads.source.deliver([lead(30, {}, { zip: '98120' }), lead(20, { email: null }, { zip: '98121' })]);
  expect(await namesIn('98120')).toEqual([madeUpLead(21).fullName]);
  expect(await stored('98121')).toEqual([]);
});
