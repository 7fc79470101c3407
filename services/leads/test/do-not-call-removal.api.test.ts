import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { dayBefore, listedOn, registryLists } from './registry-lists.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const zip = '98101';

let leads: Awaited<ReturnType<typeof startLeads>>;
let registry: Awaited<ReturnType<typeof registryLists>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;
beforeAll(async () => {
  leads = await startLeads();
  registry = await registryLists(leads);
  subscriber = await subscriberOf(leads, [zip], new Date(Date.now() - 5 * 86_400_000));
  await leads.source.deliver([
    madeUpLead(1, { zip, soldDate: dayBefore(3) }),
    { ...madeUpLead(2, { zip, soldDate: dayBefore(3) }), mobile: '(206) 555-0101' },
  ]);
});
afterAll(() => leads.stop());
beforeEach(() => leads.pg.execute(sql`truncate do_not_call_lists, do_not_call_areas, do_not_call_numbers`));

/** The states of the two mobile phones. */
async function mobileStates() {
  const { agents } = await subscriber.get<Page>('/api/user/agents');
  const states = agents.map(async ({ id }) => {
    const { contacts } = await subscriber.get<{ contacts: Record<string, unknown>[] }>(
      `/api/user/agents/${id}/contacts`,
    );
    const mobile = contacts.find(({ field }) => field === 'mobile');
    return `${mobile?.state} ${mobile?.notOnListOf}`;
  });
  return (await Promise.all(states)).toSorted();
}

const registryNow = async () => {
  const { registry: cover, lists } = await registry.overview();
  return {
    numbers: cover.numbers,
    areaCodes: cover.areaCodes.map(({ areaCode }) => areaCode),
    lists: lists.map(({ fileName, removedAt, uncoveredAreaCodes }) =>
      [fileName, removedAt ? 'removed' : 'stored', ...uncoveredAreaCodes].join(' '),
    ),
  };
};

test('a removed list leaves its numbers unknown', async () => {
  row('beyond/do-not-call-removal');
  const { body } = await registry.upload('206,5550142\n425,5550101\n');
  expect(await mobileStates()).toEqual(['do-not-call null', `unknown ${listedOn}`]);
  const removed = await registry.remove(body.id);
  expect(removed).toMatchObject({ status: 200, body: { id: body.id, removedAt: expect.any(String) } });
  expect(JSON.parse(removed.changes)).toEqual([
    { field: 'fileName', to: '206.txt' },
    { field: 'listKind', to: 'full' },
    { field: 'numbers', to: '2' },
    { field: 'areaCodes', to: '206, 425' },
  ]);
  expect(await mobileStates()).toEqual(['unknown null', 'unknown null']);
  expect(await registryNow()).toEqual({ numbers: 0, areaCodes: [], lists: ['206.txt removed'] });
});

test('a second removal changes nothing', async () => {
  const { body } = await registry.upload('206,5550142\n');
  const first = await registry.remove(body.id);
  await registry.upload('206,5550143\n');
  const again = await registry.remove(body.id);
  expect(again.body).toEqual(first.body);
  expect(again.changes).toContain('done before, nothing changed');
  expect((await registryNow()).numbers).toBe(1);
});

test('two removals at once remove a list once', async () => {
  const { body } = await registry.upload('206,5550142\n');
  const replies = await Promise.all([registry.remove(body.id), registry.remove(body.id)]);
  const statuses = replies.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.every(status => status === 200 || status === 409)).toBe(true);
  expect((await registryNow()).lists).toEqual(['206.txt removed']);
});

test('the same file can be uploaded after a removal', async () => {
  const first = await registry.upload('206,5550142\n');
  await registry.remove(first.body.id);
  const again = await registry.upload('206,5550142\n');
  expect(again.body.id).not.toBe(first.body.id);
  expect(await mobileStates()).toEqual(['do-not-call null', `unknown ${listedOn}`]);
  expect((await registryNow()).lists).toEqual(['206.txt stored', '206.txt removed']);
});

test('a list under a later one is removed after it', async () => {
  row('beyond/do-not-call-removal');
  const full = await registry.upload('206,5550142\n425,5550101\n', { fileName: 'all.txt' });
  const changes = await registry.upload('206,5550143,A\n', { kind: 'changes', fileName: 'changes.txt' });
  const refused = await registry.remove(full.body.id);
  expect(refused).toMatchObject({ status: 409, body: { code: 'list_covered' } });
  expect(refused.body.message).toBe(
    `Remove 'changes.txt' (changes of ${listedOn}) first: it is later and covers the area code 206`,
  );
  expect((await registryNow()).numbers).toBe(3);
  await registry.remove(changes.body.id);
  expect(await registryNow()).toEqual({
    numbers: 1,
    areaCodes: ['425'],
    lists: ['changes.txt removed', 'all.txt stored 206'],
  });
  expect((await registry.remove(full.body.id)).status).toBe(200);
  expect((await registryNow()).numbers).toBe(0);
});

test('a list of other area codes is no obstacle', async () => {
  const first = await registry.upload('206,5550142\n', { fileName: '206.txt' });
  await registry.upload('425,5550101\n', { fileName: '425.txt' });
  expect((await registry.remove(first.body.id)).status).toBe(200);
  expect(await registryNow()).toMatchObject({ numbers: 1, areaCodes: ['425'] });
});

test('a list that lost area codes can be stored again', async () => {
  const files = { full: '206,5550142\n425,5550101\n', changes: '206,5550143,A\n' };
  await registry.upload(files.full, { fileName: 'all.txt' });
  await registry.upload(files.changes, { kind: 'changes', fileName: 'first.txt' });
  const last = await registry.upload('206,5550144,A\n', { kind: 'changes', fileName: 'last.txt' });
  await registry.remove(last.body.id);
  const early = await registry.upload(files.changes, { kind: 'changes', fileName: 'first.txt' });
  expect(early).toMatchObject({ status: 409, body: { code: 'full_list_missing' } });
  expect((await registry.check(files.full)).body).toMatchObject({ isStored: false });
  await registry.upload(files.full, { fileName: 'all.txt' });
  await registry.upload(files.changes, { kind: 'changes', fileName: 'first.txt' });
  const { numbers, lists } = await registryNow();
  expect(numbers).toBe(3);
  expect(lists.filter(list => list.includes('stored'))).toEqual(['first.txt stored', 'all.txt stored']);
});

test('a removal that breaks off removes nothing', async () => {
  const { body } = await registry.upload('206,5550142\n206,5550143\n');
  await leads.pg.execute(
    sql`create function refuse_removal() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
  );
  await leads.pg.execute(
    sql`create trigger refuse_removal before update of removed_at on do_not_call_lists execute function refuse_removal()`,
  );
  const before = await registryNow();
  expect((await registry.remove(body.id)).status).toBe(500);
  expect(await registryNow()).toEqual(before);
  await leads.pg.execute(sql`drop function refuse_removal cascade`);
  expect((await registry.remove(body.id)).status).toBe(200);
  expect((await registryNow()).numbers).toBe(0);
});

test('an unknown list is not found', async () => {
  expect((await registry.remove('00000000-0000-7000-8000-000000000001')).status).toBe(404);
});
