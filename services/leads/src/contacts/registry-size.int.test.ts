import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../config.ts';
import { openRegistryList } from './read-registry.ts';
import { storeRegistryList } from './store-registry.ts';

let url: string;
let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  url = await testDatabase('registry');
  pg = openPg({ url, name: 'registry', migrations, copies: true, log: createLog('test', 'silent') });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const count = Number(process.env.REGISTRY_NUMBERS ?? 100_000);
const program = fileURLToPath(new URL('../../test/registry-program.ts', import.meta.url));
const heap = ['--max-old-space-size=64', '--max-semi-space-size=4'];

test('a large list needs little memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...heap, program], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, REGISTRY_NUMBERS: String(count) },
  });
  const { seconds, moreMb, isSame } = JSON.parse(stdout) as {
    seconds: number;
    moreMb: number;
    isSame: boolean;
  };
  if (process.env.REGISTRY_NUMBERS) console.log(`${count} numbers in ${seconds} s, ${moreMb} MB more memory`);
  expect(isSame).toBe(true);
  expect(await pg.one(sql`select count(*)::int as count from do_not_call_numbers`)).toEqual({ count });
  expect(moreMb).toBeLessThan(100);
}, 300_000);

test('an upload that breaks off leaves nothing', async () => {
  async function* broken(): AsyncIterable<Buffer> {
    yield Buffer.from('212,5550101\n'.repeat(10_000));
    throw new Error('broken off');
  }
  const { numbers } = await openRegistryList(broken(), 'full');
  const list = {
    kind: 'full' as const,
    isConfirmed: true,
    accountNumber: '12345678-1',
    listedOn: '2026-03-12',
    fileName: 'all.txt',
    uploadedBy: '00000000-0000-0000-0000-000000000001',
    uploadedAt: new Date(),
  };
  await expect(storeRegistryList(pg, list, numbers)).rejects.toThrow('broken off');
  expect(await pg.query(sql`select from do_not_call_areas where area_code = '212'`)).toEqual([]);
});
