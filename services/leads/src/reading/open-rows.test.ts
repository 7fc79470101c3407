import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { streamed } from '../../test/unpacked.ts';
import { openRows } from './open-rows.ts';

async function countRows(body: Buffer | string): Promise<number> {
  const { rows } = await openRows(streamed(body), {});
  let count = 0;
  for await (const some of rows) count += some.length;
  return count;
}

/** Bytes as those of a packed or encrypted format. */
const noise = (seed: number, length = 3_000) =>
  createHash('shake256', { outputLength: length }).update(`${seed}`).digest();

test.each([
  ['zeros', Buffer.alloc(2_000)],
  ['few bytes', noise(3, 90)],
  ['bytes', noise(1)],
  ['many bytes', noise(2, 200_000)],
  ['packed bytes', gzipSync(noise(4))],
])('%s of no known format are refused as no text', async (_, body) => {
  await expect(countRows(body)).rejects.toMatchObject({
    code: 'unknown_container',
    message: expect.stringMatching(/^Expected CSV, NDJSON, JSON or XLSX; got data that is no text/),
  });
});

const header = 'full_name,address1,zip,sold_date\n';

test.each([
  ['a row of control characters', `${header}${'\0'.repeat(60)},1 Elm St,98030,2026-03-09\n`],
  ['rows of bytes', Buffer.concat([Buffer.from(header), noise(5, 600), Buffer.from('\n')])],
])('%s does not refuse a file with a header', async (_, body) => {
  expect(await countRows(body)).toBeGreaterThan(0);
});

test('text without a known header lacks columns', async () => {
  await expect(countRows('Dear team,\nthe leads\0 are attached.\n')).rejects.toMatchObject({
    code: 'missing_columns',
  });
});
