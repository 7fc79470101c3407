import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../config.ts';
import { openRegistryList } from './read-registry.ts';
import { storeRegistryList } from './store-registry.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  const log = createLog('test', 'silent');
  pg = openPg({ url: await testDatabase('registry'), name: 'registry', migrations, copies: true, log });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const count = Number(process.env.REGISTRY_NUMBERS ?? 100_000);
const list = {
  accountNumber: '12345678-1',
  listedOn: '2026-03-10',
  fileName: 'all.txt',
  uploadedBy: '00000000-0000-0000-0000-000000000001',
  uploadedAt: new Date('2026-03-11T00:00:00Z'),
};

/** A flat file of numbers in two area codes, in pieces of 64 kB. */
async function* flatFile(): AsyncIterable<Buffer> {
  let text = '';
  for (let at = 0; at < count; at += 1) {
    text += `${at % 2 ? '206' : '425'},${2_000_000 + at}\r\n`;
    if (text.length < 65_536 && at < count - 1) continue;
    yield Buffer.from(text);
    text = '';
  }
}

test('a large list needs little memory', async () => {
  const before = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const startedAt = performance.now();
  const { lines } = await openRegistryList(flatFile());
  const id = await storeRegistryList(pg, list, lines);
  const seconds = (performance.now() - startedAt) / 1_000;
  const again = await storeRegistryList(pg, list, (await openRegistryList(flatFile())).lines);
  clearInterval(timer);
  const megabytes = Math.max(0, most - before) / 1024 / 1024;
  if (process.env.REGISTRY_NUMBERS)
    console.log(`${count} numbers in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB more memory`);
  expect(again).toBe(id);
  expect(await pg.one(sql`select count(*)::int as count from do_not_call_numbers`)).toEqual({ count });
  expect(megabytes).toBeLessThan(100);
}, 300_000);

test('an upload that breaks off leaves nothing', async () => {
  async function* broken(): AsyncIterable<Buffer> {
    yield Buffer.from('212,5550101\n'.repeat(10_000));
    throw new Error('broken off');
  }
  const { lines } = await openRegistryList(broken());
  await expect(storeRegistryList(pg, { ...list, listedOn: '2026-03-12' }, lines)).rejects.toThrow(
    'broken off',
  );
  expect(await pg.query(sql`select from do_not_call_areas where area_code = '212'`)).toEqual([]);
});
