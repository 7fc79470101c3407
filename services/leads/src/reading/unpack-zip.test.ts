import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkTemporaryFiles, streamed, temporaryFiles, unpacked } from '../../test/unpacked.ts';
import { workbookOf } from '../../test/workbook-of.ts';
import { zipOf } from '../../test/zip-of.ts';
import { unpack } from './unpack.ts';

const csv = { name: 'leads.csv', bytes: 'zip\n98101\n' };
const workbook = workbookOf({
  sheets: [{ name: 'Closings', xml: '<row r="1"><c r="A1"><v>1</v></c></row>' }],
});

checkTemporaryFiles();

test('folders, hidden files and those of macOS are skipped', async () => {
  const zip = zipOf([
    { name: 'export/', bytes: '' },
    { name: '__MACOSX/export/._leads.csv', bytes: 'x' },
    { name: 'export/.hidden.csv', bytes: 'x' },
    { name: 'export/license.pdf', bytes: 'x' },
    { ...csv, name: './export/Leads.CSV' },
  ]);
  const found = await unpacked(streamed(zip));
  expect(found).toMatchObject({ kind: 'text', container: 'zip', entry: './export/Leads.CSV' });
});

test('notes beside the data are skipped, but a note alone is data', async () => {
  const zip = zipOf([{ name: 'README.txt', bytes: 'Sales of March' }, csv]);
  expect(await unpacked(streamed(zip))).toMatchObject({ entry: 'leads.csv' });
  const agents = zipOf([{ ...csv, name: 'licensed_agents.txt' }, csv]);
  await expect(unpack(streamed(agents))).rejects.toMatchObject({ code: 'ambiguous_zip' });
  const alone = zipOf([{ ...csv, name: 'about.txt' }]);
  expect(await unpacked(streamed(alone))).toMatchObject({ entry: 'about.txt' });
});

test('several data files are refused by name', async () => {
  const zip = zipOf([csv, { ...csv, name: 'old/leads.json' }, { ...csv, name: 'x.png' }]);
  const error = await unpack(streamed(zip)).catch(thrown => thrown);
  expect(error).toMatchObject({ kind: 'invalid', code: 'ambiguous_zip' });
  expect(error.message).toMatch(/got 'leads.csv', 'old\/leads.json'; send each file by itself/);
});

test('a zip without a data file is refused', async () => {
  await expect(unpack(streamed(zipOf([])))).rejects.toThrow(/got no file/);
  const packed = zipOf([{ name: 'leads.csv.gz', bytes: gzipSync('zip') }]);
  await expect(unpack(streamed(packed))).rejects.toThrow(/got 'leads.csv.gz'/);
});

test('a file packed again in the zip is refused', async () => {
  const packed = zipOf([{ name: 'leads.csv', bytes: gzipSync('zip') }]);
  await expect(unpack(streamed(packed))).rejects.toThrow(/in the zip file; got another gzip file/);
  const renamed = zipOf([{ name: 'leads.csv', bytes: workbook }]);
  await expect(unpack(streamed(renamed))).rejects.toThrow(/got a zip file or workbook/);
});

test('a workbook in a zip is read', async () => {
  const found = await unpacked(streamed(zipOf([{ name: 'leads.xlsx', bytes: workbook }])));
  expect(found).toMatchObject({
    kind: 'sheet',
    container: 'xlsx',
    entry: 'Closings',
    rows: [{ line: 1, cells: ['1'] }],
  });
});

test('a false workbook in a zip is refused', async () => {
  const old = zipOf([{ name: 'leads.xlsx', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex') }]);
  await expect(unpack(streamed(old))).rejects.toThrow(/Excel 97-2003/);
  const text = zipOf([{ name: 'leads.xlsx', bytes: 'zip' }]);
  await expect(unpack(streamed(text))).rejects.toMatchObject({ code: 'unknown_container' });
  const zip = zipOf([{ name: 'leads.xlsx', bytes: zipOf([csv]) }]);
  await expect(unpack(streamed(zip))).rejects.toMatchObject({ code: 'unknown_container' });
});

test.each([
  [
    'an OpenDocument file',
    [
      { name: 'mimetype', bytes: 'x', stored: true },
      { name: 'content.xml', bytes: 'x' },
    ],
  ],
  ['a Numbers document', [{ name: 'Index/Document.iwa', bytes: 'x' }]],
])('%s is refused by its parts', async (what, parts) => {
  await expect(unpack(streamed(zipOf(parts)))).rejects.toThrow(`got ${what}`);
});

test('an encrypted file is refused', async () => {
  const zip = zipOf([{ ...csv, encrypted: true }]);
  await expect(unpacked(streamed(zip))).rejects.toMatchObject({ code: 'encrypted_zip' });
});

test('an unknown compression is refused', async () => {
  const zip = zipOf([{ ...csv, method: 9 }]);
  await expect(unpacked(streamed(zip))).rejects.toMatchObject({ code: 'unknown_compression' });
});

test('a wrong checksum is an error', async () => {
  const zip = zipOf([{ ...csv, checksum: 1 }]);
  await expect(unpacked(streamed(zip))).rejects.toMatchObject({ code: 'broken_zip' });
});

test('sizes, ratio and entries have limits', async () => {
  const zip = zipOf([csv, { name: 'a.txt', bytes: '' }]);
  const unpackWith = (limits: object) => unpacked(streamed(zip), limits);
  await expect(unpackWith({ entries: 1 })).rejects.toMatchObject({
    kind: 'too-large',
    code: 'too_many_entries',
  });
  await expect(unpackWith({ spooledBytes: 9 })).rejects.toMatchObject({
    kind: 'too-large',
    code: 'archive_too_large',
  });
  const large = zipOf([{ ...csv, bytes: Buffer.alloc(80 * 1024 * 1024, 'a') }]);
  await expect(unpacked(streamed(large))).rejects.toMatchObject({
    kind: 'too-large',
    code: 'packed_too_tightly',
  });
  await expect(unpacked(streamed(large), { decompressedBytes: 1000 })).rejects.toMatchObject({
    kind: 'too-large',
    code: 'unpacked_too_large',
  });
});

test('the temporary file ends with its reader', async () => {
  const zip = zipOf([{ ...csv, bytes: Buffer.alloc(1_000_000, 'zip\n') }]);
  const text = await unpack(streamed(zip));
  expect(temporaryFiles().length).toBeLessThanOrEqual(1);
  if (text.kind === 'text') for await (const _ of text.bytes) break;
  expect(temporaryFiles()).toEqual([]);
  const unread = await unpack(streamed(zip));
  if (unread.kind === 'text') await unread.bytes[Symbol.asyncIterator]().return?.();
  const sheet = await unpack(streamed(zipOf([{ name: 'a.xlsx', bytes: workbook }])));
  if (sheet.kind === 'sheet') await sheet.rows[Symbol.asyncIterator]().return?.();
});

test('a body that breaks off leaves no file', async () => {
  const cutOff = new Error('aborted');
  async function* broken() {
    yield zipOf([csv]);
    throw cutOff;
  }
  await expect(unpacked(broken())).rejects.toBe(cutOff);
});
