import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { streamed } from '../../test/unpacked.ts';
import { workbookOf, workbookParts } from '../../test/workbook-of.ts';
import { zipOf } from '../../test/zip-of.ts';
import { openRows } from './open-rows.ts';

async function count(rows: AsyncIterable<unknown[]>): Promise<number> {
  let count = 0;
  for await (const some of rows) count += some.length;
  return count;
}

const countRows = async (body: Buffer | string) => count((await openRows(streamed(body), {})).rows);

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

const sheetOf = (name: string, ...rows: string[][]) => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  return { name, xml: rows.map(cells => `<row>${cells.map(cell).join('')}</row>`).join('') };
};
const head = ['full_name', 'address1', 'zip', 'sold_date'];
const sale = ['Ann', '1 Elm St', '98030', '2026-03-09'];
const cover = sheetOf('Cover', ['Closed sales']);
const sums = sheetOf('Sums', ['City', 'ZIP', 'Count'], ['Kent', '98030', '1']);

test('the sheet with the header of a delivery is read', async () => {
  const book = workbookOf({ sheets: [cover, sums, sheetOf('Sales', ['Closed sales'], head, sale)] });
  const { rows, form } = await openRows(streamed(book), {});
  expect(await count(rows)).toBe(1);
  expect(form().format).toMatchObject({ entry: 'Sales', headerLine: 2 });
});

test('a broken sheet matters only without another one', async () => {
  const broken = (sheets: ReturnType<typeof sheetOf>[]) =>
    zipOf(
      workbookParts({ sheets }).map(part =>
        part.name === 'xl/worksheets/sheet1.xml' ? { ...part, bytes: '<worksheet><row>' } : part,
      ),
    );
  expect(await countRows(broken([cover, sheetOf('Sales', head, sale)]))).toBe(1);
  await expect(countRows(broken([cover, sums]))).rejects.toMatchObject({ code: 'broken_workbook' });
});

test('a sheet with known columns is refused for the others, not a cover', async () => {
  await expect(countRows(workbookOf({ sheets: [cover, sums] }))).rejects.toMatchObject({
    code: 'missing_columns',
    detail: { found: ['City', 'ZIP', 'Count'] },
  });
});

test('two sheets of sales are refused by name, so that none is lost', async () => {
  const sheets = ['March', 'April'].map(name => sheetOf(name, head, sale));
  await expect(countRows(workbookOf({ sheets }))).rejects.toMatchObject({
    code: 'ambiguous_workbook',
    message:
      "Expected one sheet with a header; got 'March', 'April'; hide the others, or send each as its own file",
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
