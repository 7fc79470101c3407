import { sql } from '@closingwire/chassis/pg';
import type { ZipFigures } from '@closingwire/contracts/zip-figures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { agentNamed, put, type Subscriber, startWithClock } from './today.ts';

let leads: Awaited<ReturnType<typeof startWithClock>>;
let visitor: Subscriber;
beforeAll(async () => {
  leads = await startWithClock();
  visitor = await leads.subscriber([]);
});
afterAll(() => leads.stop());

const figuresOf = async (zips: string, { get } = visitor) =>
  (await get<{ zips: ZipFigures[] }>(`/api/zips/figures?zips=${zips}`)).zips;
const figureOf = async (zip: string, reader?: Subscriber) => (await figuresOf(zip, reader))[0];

const none = { closings7: 0, closings30: 0, agents: 0, withEmail: 0, withMobile: 0, lastReceivedAt: null };

test('a user without ZIPs gets the counts of 7 and 30 days of each ZIP, once', async () => {
  row('beyond/zip-figures');
  const ann = { fullName: 'Ann Figure', licenseNumber: 'WA-900' };
  const bob = { fullName: 'Bob Figure', licenseNumber: 'WA-901', email: null };
  await leads.source.deliver([
    madeUpLead(1, leads.soldOn(1, { zip: '98401' }), ann),
    madeUpLead(2, leads.soldOn(10, { zip: '98401' }), ann),
    madeUpLead(3, leads.soldOn(20, { zip: '98401' }), bob),
    madeUpLead(4, leads.soldOn(40, { zip: '98401' }), bob),
    madeUpLead(5, leads.soldOn(2, { zip: '98402' }), { ...bob, mobile: null }),
  ]);
  const [first, second, third, ...rest] = await figuresOf('98402,98401,98499,98401');
  expect(first).toMatchObject({
    zipCode: '98401',
    closings7: 1,
    closings30: 3,
    agents: 2,
    withEmail: 1,
    withMobile: 2,
  });
  expect(second).toMatchObject({ zipCode: '98402', closings7: 1, closings30: 1, agents: 1, withEmail: 0 });
  expect(third).toEqual({ zipCode: '98499', ...none });
  expect(rest).toEqual([]);
});

test('the last delivery is when the newest shown closing was stored', async () => {
  const [first] = await figuresOf('98401');
  const { at } = await leads.pg.one<{ at: Date }>(
    sql`select max(created_at) as at from closings where zip = '98401' and sold_date > current_date - 29`,
  );
  expect(first?.lastReceivedAt).toBe(at.toISOString());
});

test('a ZIP with older closings alone has a last delivery, and zeros', async () => {
  await leads.source.deliver([
    madeUpLead(31, leads.soldOn(45, { zip: '98405' }), { fullName: 'Flo Old', licenseNumber: 'WA-905' }),
  ]);
  const { at } = await leads.pg.one<{ at: Date }>(
    sql`select max(created_at) as at from closings where zip = '98405'`,
  );
  expect(await figureOf('98405')).toEqual({ zipCode: '98405', ...none, lastReceivedAt: at.toISOString() });
});

test('the same delivery again changes no count', async () => {
  const same = madeUpLead(11, leads.soldOn(1, { zip: '98403' }), {
    fullName: 'Cy Twice',
    licenseNumber: 'WA-902',
  });
  await leads.source.deliver([same]);
  const before = await figureOf('98403');
  await leads.source.deliver([same]);
  expect(await figureOf('98403')).toEqual(before);
  expect(before).toMatchObject({ closings7: 1, closings30: 1, agents: 1 });
});

test('an agent whom another account must not call is counted, a suppressed agent is not', async () => {
  const dee = { fullName: 'Dee Call', licenseNumber: 'WA-903' };
  const eve = { fullName: 'Eve Out', licenseNumber: 'WA-904' };
  await leads.source.deliver([
    madeUpLead(21, leads.soldOn(1, { zip: '98404' }), dee),
    madeUpLead(22, leads.soldOn(1, { zip: '98404' }), eve),
  ]);
  const owner = await leads.subscriber(['98404']);
  await put(owner, (await agentNamed(owner, 'Dee Call')).agentId, { outcome: 'do-not-call' });
  await leads.pg.execute(
    sql`update closings c set is_suppressed = true from agents a
      where c.zip = '98404' and a.zip = c.zip and a.id = c.agent_id and a.full_name = 'Eve Out'`,
  );
  expect(await figureOf('98404')).toMatchObject({ closings7: 1, agents: 1 });
  expect(await figureOf('98404', owner)).toEqual(await figureOf('98404'));
});

test('a reply names no agent and is cached for the user alone', async () => {
  const reply = await visitor.ask('/api/zips/figures?zips=98401');
  expect(reply.headers.get('cache-control')).toBe('private, max-age=300');
  expect(await reply.text()).not.toMatch(/Figure|@|555/);
});

test.each(['', '9840', '98401,', '98401;98402', 'Kent'])('the ZIPs %j are refused', async zips => {
  const reply = await visitor.ask(`/api/zips/figures?zips=${zips}`);
  expect(reply.status).toBe(400);
});

test('200 ZIPs are counted, 201 are refused', async () => {
  const zips = (count: number) => Array.from({ length: count }, (_, n) => String(10_000 + n)).join(',');
  expect(await figuresOf(zips(200))).toHaveLength(200);
  const refused = await visitor.ask(`/api/zips/figures?zips=${zips(201)}`);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Expected at most 200 ZIP codes');
});

test('visitors get no figures', async () => {
  expect((await fetch(`${leads.url}/api/zips/figures?zips=98401`)).status).toBe(401);
});
