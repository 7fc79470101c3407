import { newId } from '@closingwire/chassis/ids';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpLead } from '../../test/made-up-leads.ts';
import { migrations } from '../config.ts';
import { leadReader } from '../reading/read-lead.ts';
import { fromNested } from '../reading/rows.ts';
import { type LeadPack, leadLoader } from './load.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('load'), name: 'load', migrations, copies: true });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const clock = () => new Date('2026-03-18T19:00:00Z');

const read = leadReader('2026-03-19', { dropped: () => {}, repaired: () => {} });

function packOf(n: number, agent: object = {}): LeadPack {
  const source = fromNested(madeUpLead(n, { zip: String(98_100 + n) }));
  if (!('lead' in source)) throw new Error('expected a lead');
  const rows = [{ ...read(source.lead, 'month-first'), ...agent }];
  return { batchId: newId(), part: 0, receivedAt: clock(), rows };
}

test('a pack that cannot be stored fails alone', async () => {
  const load = leadLoader(pg, clock);
  // The first two loads run at once; packs that arrive meanwhile wait for one shared load.
  const running = [load([packOf(1)]), load([packOf(2)])];
  const poison = load([packOf(3, { brokerageName: 'NUL \u0000' })]);
  const others = [load([packOf(4)]), load([packOf(5)])];
  await expect(poison).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_input' });
  await Promise.all([...running, ...others]);
  const stored = await pg.query<{ zip: string }>(sql`select zip from agents order by zip`);
  expect(stored.map(({ zip }) => zip)).toEqual(['98101', '98102', '98104', '98105']);
});
