import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../config.ts';
import { type Limits, limiterOf, usualLimits } from './limiter.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('limiter'), name: 'limiter', migrations });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const { signal } = new AbortController();
let now = new Date('2026-03-18T12:00:30Z');
const open = (sourceId: number, limits: Limits) => limiterOf({ pg, clock: () => now, limits }, sourceId);

test('a source gets two requests a second', async () => {
  const limiter = open(1, usualLimits);
  const starts: number[] = [];
  for (let request = 0; request < 5; request++) {
    await limiter.start(signal);
    starts.push(performance.now());
    limiter.end();
  }
  for (const [index, start] of starts.entries()) {
    if (index >= 2) expect(start - (starts[index - 2] ?? 0)).toBeGreaterThanOrEqual(1_000);
  }
});

test('the hour and the day are counted over all processes', async () => {
  const limits = { perSecond: 1_000, perHour: 3, perDay: 5 };
  const ask = () => open(2, limits).start(signal);
  for (let request = 0; request < 3; request++) await ask();
  await expect(ask()).rejects.toMatchObject({ kind: 'limited', waitMs: 60_000 });
  now = new Date('2026-03-18T13:00:55Z');
  await expect(ask()).rejects.toMatchObject({ kind: 'limited' });
  now = new Date('2026-03-18T13:01:30Z');
  for (let request = 0; request < 2; request++) await ask();
  await expect(ask()).rejects.toMatchObject({ kind: 'limited' });
  now = new Date('2026-03-19T12:02:30Z');
  await ask();
  expect(await pg.one(sql`select sum(requests)::int as sum from feed_requests where source_id = 2`)).toEqual({
    sum: 6,
  });
});
