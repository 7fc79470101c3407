import { newId } from '@closingwire/chassis/ids';
import { type FileChoice, fileChoice, type KeptExport, type LeftOut } from '@closingwire/contracts/exports';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

/* Files of saved views and of several ZIPs. */

const start = new Date();
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => start });
});
afterAll(() => leads.stop());

const yesterday = new Date(start.getTime() - 86_400_000).toISOString().slice(0, 10);
const soldIn = (zip: string) => ({ zip, soldDate: yesterday });
const agent = (fullName: string) => ({ fullName });

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;
const subscriber = (...zips: string[]) => subscriberOf(leads, zips, start);

const make = ({ ask }: Subscriber, asked: Partial<FileChoice> & Record<string, unknown>) =>
  ask('/api/user/files', { method: 'POST', body: JSON.stringify(asked) });

type Row = Record<string, string>;
const rowsOf = async (reply: Response): Promise<Row[]> =>
  parse(await reply.text(), { bom: true, columns: true });
const namesIn = (rows: readonly Row[]) =>
  rows.map(row => `${row['First Name']} ${row['Last Name']}`).toSorted();

async function newestOf({ get }: Subscriber): Promise<KeptExport | undefined> {
  return (await get<{ exports: KeptExport[] }>('/api/user/exports')).exports[0];
}

async function save({ ask }: Subscriber, name: string, zips: string[]): Promise<string> {
  const id = newId();
  const view = { id, name, sort: 'reason', search: '', zips, isStart: false };
  await ask(`/api/user/views/${id}`, { method: 'PUT', body: JSON.stringify(view) });
  return id;
}

describe('a file of agents who are new to its like', () => {
  const like = { preset: 'hubspot', onlyNew: true, comparedWith: 'same' } as const;

  test('is compared with the exports of its view and preset only', async () => {
    row('today/new-to-like');
    await leads.source.deliver([
      madeUpLead(60, soldIn('98341'), agent('Kay One')),
      madeUpLead(61, soldIn('98342'), agent('Lee Two')),
    ]);
    const user = await subscriber('98341', '98342');
    const [a, b] = [
      await save(user, 'Client A', ['98341']),
      await save(user, 'Client B', ['98341', '98342']),
    ];
    const ofA = { ...like, viewId: a, zips: '98341' };
    const ofB = { ...like, viewId: b, zips: '98341,98342' };
    await (await make(user, { zips: '98341,98342' })).text();
    expect(namesIn(await rowsOf(await make(user, ofA)))).toEqual(['Kay One']);
    expect((await make(user, ofA)).status).toBe(204);
    expect(namesIn(await rowsOf(await make(user, ofB)))).toEqual(['Kay One', 'Lee Two']);
    expect(namesIn(await rowsOf(await make(user, { ...ofA, preset: 'mailchimp' })))).toEqual(['Kay One']);
    expect(namesIn(await rowsOf(await make(user, like)))).toEqual(['Kay One', 'Lee Two']);
    expect((await make(user, { ...ofB, comparedWith: 'all' })).status).toBe(204);
    await leads.source.deliver([madeUpLead(62, soldIn('98341'), agent('Mia New'))]);
    expect(namesIn(await rowsOf(await make(user, ofA)))).toEqual(['Mia New']);
  });

  test('of a view is compared with those of the view unless another choice is made', async () => {
    await leads.source.deliver([madeUpLead(64, soldIn('98345'), agent('Kay One'))]);
    const user = await subscriber('98345');
    const [a, b] = [await save(user, 'Client A', []), await save(user, 'Client B', [])];
    const ofNew = { preset: 'hubspot', onlyNew: true } as const;
    expect(namesIn(await rowsOf(await make(user, { ...ofNew, viewId: a })))).toEqual(['Kay One']);
    expect(namesIn(await rowsOf(await make(user, { ...ofNew, viewId: b })))).toEqual(['Kay One']);
    expect(await newestOf(user)).toMatchObject({ comparedWith: 'same', view: { name: 'Client B' } });
    expect((await make(user, { ...ofNew, viewId: b })).status).toBe(204);
    expect((await make(user, ofNew)).status).toBe(204);
  });

  test('names its view in the past exports, also after it is deleted', async () => {
    await leads.source.deliver([madeUpLead(63, soldIn('98343'))]);
    const user = await subscriber('98343');
    const viewId = await save(user, 'Client C', ['98343']);
    await (await make(user, { ...like, viewId, zips: '98343' })).text();
    await user.ask(`/api/user/views/${viewId}`, { method: 'DELETE' });
    expect(await newestOf(user)).toMatchObject({
      comparedWith: 'same',
      view: { id: viewId, name: 'Client C' },
      filters: { zips: '98343' },
    });
    expect((await make(user, { ...like, viewId })).status).toBe(404);
    const stranger = await subscriber('98343');
    const theirs = await save(stranger, 'Client D', []);
    expect((await make(user, { ...like, viewId: theirs })).status).toBe(404);
  });
});

describe('a file of a view that was changed meanwhile', () => {
  test.each([
    ['its ZIPs', { zips: ['98348'] }],
    ['its search text', { search: 'kay' }],
    ['its side', { side: 'buyer' }],
  ])('is refused and not kept: %s', async (_name, change) => {
    row('today/changed-view');
    const user = await subscriber('98348', '98349');
    const viewId = await save(user, 'Client F', ['98348', '98349']);
    const asked = { preset: 'hubspot', viewId, zips: '98349,98348' } as const;
    expect((await make(user, asked)).status).toBe(204);
    const view = { name: 'Client F', sort: 'reason', search: '', zips: ['98348', '98349'], isStart: false };
    await user.ask(`/api/user/views/${viewId}`, {
      method: 'PUT',
      body: JSON.stringify({ ...view, id: viewId, ...change }),
    });
    const refused = await make(user, asked);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'view_changed',
      detail: expect.stringMatching(/^The view “Client F” has other ZIPs/),
    });
    expect(await newestOf(user)).toBeUndefined();
  });
});

describe('the count of a file of new agents', () => {
  test('names how many it leaves out, and which exports had them', async () => {
    row('today/left-out');
    const twice = { fullName: 'Ola Twice', licenseNumber: 'WA-75' };
    await leads.source.deliver([
      madeUpLead(74, soldIn('98346'), agent('Kay One')),
      madeUpLead(75, soldIn('98346'), twice),
      madeUpLead(76, soldIn('98347'), twice),
    ]);
    const user = await subscriber('98346', '98347');
    const viewId = await save(user, 'Client A', []);
    const leftOut = async (query: object) => {
      const asked = new URLSearchParams({ preset: 'hubspot', ...query });
      return (await user.get<{ leftOut: LeftOut | null }>(`/api/user/files/rows?${asked}`)).leftOut;
    };
    expect(await leftOut({})).toBeNull();
    expect(await leftOut({ onlyNew: 'true' })).toEqual({ agents: 0, exports: [] });
    await (await make(user, { preset: 'hubspot', viewId })).text();
    const ofView = await newestOf(user);
    await (await make(user, { zips: '98347' })).text();
    const ofZip = await newestOf(user);
    // In the newest export that had the agent, also in another ZIP.
    const named = (kept: KeptExport | undefined, agents: number) => ({
      ...{ id: kept?.id, madeAt: kept?.madeAt, preset: kept?.preset, view: kept?.view },
      agents,
    });
    expect(await leftOut({ onlyNew: 'true' })).toEqual({
      agents: 2,
      exports: expect.arrayContaining([named(ofView, 1), named(ofZip, 1)]),
    });
    expect(await leftOut({ onlyNew: 'true', zips: '98346' })).toMatchObject({ agents: 2 });
    const ofLike = { agents: 2, exports: [named(ofView, 2)] };
    expect(await leftOut({ onlyNew: 'true', viewId })).toEqual(ofLike);
    expect(await leftOut({ onlyNew: 'true', viewId, preset: 'mailchimp' })).toEqual({
      agents: 0,
      exports: [],
    });
  });
});

describe('the choice of a file of a view', () => {
  const choiceOf = (user: Subscriber, viewId?: string) =>
    user.get(`/api/user/file-choice${viewId ? `?viewId=${viewId}` : ''}`);
  const put = ({ ask }: Subscriber, choice: object) =>
    ask('/api/user/file-choice', { method: 'PUT', body: JSON.stringify(choice) });

  test('is its own, and until then that of the account', async () => {
    row('today/choice-of-view');
    const user = await subscriber('98344');
    const [a, b] = [await save(user, 'Client A', []), await save(user, 'Client B', [])];
    expect(await choiceOf(user, a)).toEqual({ choice: null, isOfView: false });
    await put(user, { preset: 'hubspot', onlyNew: true });
    const ofAccount = fileChoice.parse({ preset: 'hubspot', onlyNew: true });
    expect(await choiceOf(user)).toEqual({ choice: ofAccount, isOfView: false });
    // Another client's files leave out none of this view.
    const same = { ...ofAccount, comparedWith: 'same' };
    expect(await choiceOf(user, a)).toEqual({ choice: same, isOfView: false });
    const ofA = { format: 'xlsx', preset: 'full', columns: ['email'], onlyNew: false, viewId: a };
    for (let repeated = 0; repeated < 2; repeated++) expect((await put(user, ofA)).status).toBe(200);
    const keptOfA = fileChoice.parse({ ...ofA, comparedWith: 'same' });
    expect(await choiceOf(user, a)).toEqual({ choice: keptOfA, isOfView: true });
    expect(await choiceOf(user, b)).toEqual({ choice: same, isOfView: false });
    expect(await choiceOf(user)).toEqual({ choice: ofAccount, isOfView: false });
  });

  test('needs a view of the account, and survives its deletion and return', async () => {
    const user = await subscriber('98344');
    const stranger = await subscriber('98344');
    const theirs = await save(stranger, 'Client A', []);
    expect((await put(user, { viewId: theirs })).status).toBe(404);
    expect((await put(user, { viewId: 'a' })).status).toBe(400);
    const viewId = await save(user, 'Client A', []);
    await put(user, { viewId, preset: 'labels' });
    await user.ask(`/api/user/views/${viewId}`, { method: 'DELETE' });
    const view = { id: viewId, name: 'Client A', sort: 'reason', search: '', zips: [], isStart: false };
    await user.ask(`/api/user/views/${viewId}`, { method: 'PUT', body: JSON.stringify(view) });
    expect(await choiceOf(user, viewId)).toMatchObject({ choice: { preset: 'labels' }, isOfView: true });
  });
});

describe('a file of several ZIPs', () => {
  test('has as many rows as the list and the charts count', async () => {
    row('today/several-zips');
    await leads.source.deliver(
      ['98351', '98352', '98353'].map((zip, at) => madeUpLead(65 + at, soldIn(zip), agent(`Ned ${zip}`))),
    );
    const user = await subscriber('98351', '98352', '98353');
    for (const [filters, total] of [
      [{ zips: '98351,98353' }, 2],
      [{ zips: '98351,98353', search: 'ned 98353' }, 1],
      [{}, 3],
      [{ zips: '98351', zipCode: '98352' }, 0],
    ] as const) {
      const query = new URLSearchParams(filters);
      expect(await user.get<Page>(`/api/user/agents?${query}`)).toMatchObject({ total });
      expect(await user.get(`/api/user/agents/summary?${query}`)).toMatchObject({ total });
      const reply = await make(user, filters);
      expect(reply.status === 204 ? [] : await rowsOf(reply)).toHaveLength(total);
      expect(await rowsOf(await user.exportCsv(filters))).toHaveLength(total);
    }
  });

  test('is counted before it is made, agents or closings by its kind', async () => {
    row('today/file-rows');
    const twice = { fullName: 'Ola Twice', licenseNumber: 'WA-71' };
    await leads.source.deliver([
      madeUpLead(71, soldIn('98354'), twice),
      madeUpLead(72, soldIn('98354'), twice),
      madeUpLead(73, soldIn('98355'), agent('Pia Once')),
    ]);
    const user = await subscriber('98354', '98355');
    const viewId = await save(user, 'Client E', []);
    const counted = async (query: object) => {
      const asked = new URLSearchParams(query as Record<string, string>);
      return (await user.get<{ rows: number }>(`/api/user/files/rows?${asked}`)).rows;
    };
    const choices = [
      [{ preset: 'full' }, 3],
      [{ preset: 'hubspot' }, 2],
      [{ preset: 'hubspot', zips: '98354' }, 1],
      [{ preset: 'full', onlyNew: true }, 0],
      [{ preset: 'full', onlyNew: true, comparedWith: 'same', viewId }, 3],
    ] as const;
    for (const [choice, rows] of choices) {
      expect(await counted(choice)).toBe(rows);
      const reply = await make(user, choice);
      expect(reply.status === 204 ? [] : await rowsOf(reply)).toHaveLength(rows);
    }
  });
});
