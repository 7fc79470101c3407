import { gzipSync } from 'node:zlib';
import { AppError } from '@closingwire/chassis/app-error';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamed, unpacked } from '../../test/unpacked.ts';
import { zipOf } from '../../test/zip-of.ts';
import { unpack } from './unpack.ts';

/** Cuts bytes at these places, as a network does. */
function cut(bytes: Buffer, places: number[]): Buffer[] {
  const at = [...places.map(place => place % (bytes.length + 1)), 0, bytes.length].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const anyBytes = fc.uint8Array({ maxLength: 5000 }).map(bytes => Buffer.from(bytes));
const anyPlaces = fc.array(fc.nat(6000), { maxLength: 20 });

test('the chunks of plain text pass unchanged', async () => {
  const chunks = [Buffer.from('zip,price\n'), Buffer.from('98101,'), Buffer.from('1\n')];
  const found = await unpack(streamedAs(chunks));
  if (found.kind !== 'text') throw new Error('Expected text');
  const passed: Buffer[] = [];
  for await (const chunk of found.bytes) passed.push(chunk);
  expect(found.container).toBe('none');
  expect(passed.every((chunk, at) => chunk === chunks[at])).toBe(true);
  expect(passed).toHaveLength(3);
});

async function* streamedAs(chunks: Buffer[]): AsyncIterable<Buffer> {
  yield* chunks;
}

test('an empty body gives empty bytes', async () => {
  expect(await unpacked(streamed())).toMatchObject({
    kind: 'text',
    container: 'none',
    bytes: Buffer.alloc(0),
  });
  expect(await unpacked(streamed(gzipSync('')))).toMatchObject({ container: 'gzip', bytes: Buffer.alloc(0) });
});

test('gzip of any bytes in any chunks unpacks to them', async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, anyBytes, anyPlaces, async (first, second, places) => {
      // The prefix keeps the bytes from looking like another format.
      const text = Buffer.concat([Buffer.from('zip\n'), first, second]);
      const members = Buffer.concat([gzipSync(text.subarray(0, 9)), gzipSync(text.subarray(9))]);
      const { bytes } = await unpackedText(streamed(...cut(members, places)));
      expect(bytes.equals(text)).toBe(true);
    }),
  );
});

async function unpackedText(body: AsyncIterable<Buffer>) {
  const found = await unpacked(body);
  if (found.kind !== 'text') throw new Error('Expected text');
  return found;
}

test('a zip of any bytes in any chunks unpacks to them', async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, anyPlaces, fc.boolean(), async (rest, places, stored) => {
      const text = Buffer.concat([Buffer.from('zip\n'), rest]);
      const zip = zipOf([{ name: 'leads.csv', bytes: text, stored }]);
      const { bytes, entry } = await unpackedText(streamed(...cut(zip, places)));
      expect(entry).toBe('leads.csv');
      expect(bytes.equals(text)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a truncated gzip or zip always throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyBytes,
      fc.boolean(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (rest, isZip, share) => {
        const text = Buffer.concat([Buffer.from('zip\n'), rest]);
        const whole = isZip ? zipOf([{ name: 'leads.csv', bytes: text }]) : gzipSync(text);
        // A shorter start is not yet that of a gzip or zip file.
        const least = isZip ? 4 : 2;
        const length = least + Math.floor((whole.length - 1 - least) * share);
        await expect(unpacked(streamed(whole.subarray(0, length)))).rejects.toMatchObject({
          kind: 'invalid',
          code: isZip ? 'broken_zip' : 'broken_gzip',
        });
      },
    ),
  );
});

test('damage inside a gzip file is an error', async () => {
  const gzip = gzipSync('zip\n98101\n');
  gzip.writeUInt8(gzip.readUInt8(gzip.length - 5) ^ 1, gzip.length - 5);
  await expect(unpacked(streamed(gzip))).rejects.toMatchObject({ code: 'broken_gzip' });
  const trailing = Buffer.concat([gzipSync('zip\n98101\n'), Buffer.from('98102\n')]);
  await expect(unpacked(streamed(trailing))).rejects.toMatchObject({ code: 'broken_gzip' });
});

test('a gzip bomb is refused by ratio and by size', async () => {
  const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, 'a'));
  await expect(unpacked(streamed(bomb))).rejects.toMatchObject({
    kind: 'too-large',
    code: 'packed_too_tightly',
  });
  await expect(unpacked(streamed(bomb), { decompressedBytes: 1000 })).rejects.toMatchObject({
    kind: 'too-large',
    code: 'unpacked_too_large',
  });
});

const cfb = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const tar = Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar')]);

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const compound = (name: string) => Buffer.concat([cfb, Buffer.alloc(5000), Buffer.from(name, 'utf16le')]);
const dbase = Buffer.concat([
  bytes('037a01020a00000061003200'),
  Buffer.alloc(20),
  Buffer.from('NAME'),
  Buffer.alloc(60),
]);

const refused: [what: string, body: Buffer | string, message: RegExp][] = [
  ['an old workbook', cfb, /got an Excel 97-2003 workbook; save it as \.xlsx or \.csv/],
  [
    'an encrypted workbook',
    Buffer.concat([cfb, Buffer.alloc(5000), Buffer.from('EncryptedPackage', 'utf16le')]),
    /password-protected/,
  ],
  ['a Word document', compound('WordDocument'), /a Word 97-2003 document/],
  ['a presentation', compound('PowerPoint Document'), /a PowerPoint 97-2003 presentation/],
  ['a message', compound('__properties_version1.0'), /an Outlook message; send the file that is attached/],
  ['a PDF', '%PDF-1.7', /a PDF document/],
  ['a PDF behind blank lines', '\r\n\r\n%PDF-1.4\n', /a PDF document/],
  ['a PDF behind a byte order mark', '\ufeff%PDF-1.4\n', /a PDF document/],
  ['a PDF behind another line', 'from: scanner\n%PDF-1.4\n', /a PDF document/],
  ['RTF', '{\\rtf1\\ansi\nLeads}', /an RTF document/],
  ['a PNG', bytes('89504e470d0a1a0a0000000d49484452'), /a PNG image; send the table as .xlsx or .csv/],
  ['a GIF', 'GIF89a\x10\0', /a GIF image/],
  ['a TIFF', bytes('49492a0008000000'), /a TIFF image/],
  ['a WebP', 'RIFF\x10\x20\0\0WEBPVP8 ', /a WebP image/],
  ['a BMP', bytes('424d36840300000000003600'), /a BMP image/],
  ['a HEIC', '\0\0\0\x18ftypheic', /a HEIC or AVIF image/],
  ['a video', '\0\0\0\x20ftypisom', /a video/],
  ['an Excel 4 sheet', bytes('0904060000001000'), /an old Excel sheet/],
  ['an Excel 2 sheet', bytes('090004000200100009'), /an old Excel sheet/],
  ['a dBase file', dbase, /a dBase file \(\.dbf\); save it as .xlsx or .csv/],
  [
    'an email',
    'From: a@example.com\r\nSubject: Leads\r\nMIME-Version: 1.0\r\n\r\n',
    /an email or a web archive/,
  ],
  ['a vCard', 'BEGIN:VCARD\r\nVERSION:3.0\r\n', /contacts or appointments/],
  ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\n', /a SYLK file/],
  ['a program', '\x7fELF\x02\x01\x01', /a program/],
  ['HTML', '\ufeff\n <HTML xmlns:x="urn:x">', /an HTML page/],
  ['an HTML table', '<table><tr><td>zip', /an HTML page/],
  ['UTF-16 HTML', Buffer.from('\ufeff<html>', 'utf16le'), /an HTML page/],
  ['XML', '<?xml version="1.0"?><Workbook/>', /an XML document/],
  ['RAR', 'Rar!\x1a\x07\x01', /a RAR archive/],
  ['7-Zip', Buffer.from('377abcaf271c', 'hex'), /a 7-Zip archive/],
  ['bzip2', 'BZh91AY&SY', /a bzip2 file/],
  ['Parquet', 'PAR1', /a Parquet file/],
  ['tar', tar, /a tar archive/],
  ['tar in gzip', gzipSync(tar), /in the gzip file; got a tar archive/],
  ['gzip in gzip', gzipSync(gzipSync('zip')), /another gzip file/],
  ['a zip in gzip', gzipSync(zipOf([])), /in the gzip file; got a zip file or workbook/],
];

test.each(refused)('%s is refused with advice', async (_, body, message) => {
  const error = await unpack(streamed(body)).catch(thrown => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ kind: 'invalid', code: 'unknown_container' });
  expect(error.message).toMatch(message);
});

test.each([
  ['a semicolon table of prices', 'ID;Price;ZIP\r\nA1;300000;98030\r\n'],
  ['headers like marks', 'BMA,GIF,RDX,MZ,OBJ,II\n1,2,3,4,5,6\n'],
  ['a control character in a cell', `name,zip\nAnn\0,98030\nBob\x01\x02,98031\n`],
  ['UTF-16', Buffer.from('\ufeffname,zip\nAnn,98030\n', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('name,zip\nAnn,98030\n', 'utf16le')],
  ['UTF-16 of the other byte order', Buffer.from('\ufeffname,zip\nZoë,98030\n', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('name,zip\nZoë Ñandú,98030\n', 'latin1')],
  ['a colon in its first line', 'Source: county\nname,zip\nAnn,98030\n'],
])('%s is not taken for another format', async (_, text) => {
  const { kind } = await unpacked(streamed(text));
  expect(kind).toBe('text');
});

test('an error of the body passes unchanged', async () => {
  const cutOff = new Error('aborted');
  async function* broken() {
    yield gzipSync('zip\n'.repeat(1000)).subarray(0, 30);
    throw cutOff;
  }
  await expect(unpacked(broken())).rejects.toBe(cutOff);
});

test('a body ends when its reader stops', async () => {
  let ended = 0;
  async function* body(bytes: Buffer) {
    try {
      for (let at = 0; at < 50; at++) yield bytes;
    } finally {
      ended++;
    }
  }
  const plain = await unpack(body(Buffer.alloc(600, 'a')));
  if (plain.kind === 'text') for await (const _ of plain.bytes) break;
  expect(ended).toBe(1);
  const gzip = await unpack(body(gzipSync(Buffer.alloc(100_000, 'a'))));
  if (gzip.kind === 'text') for await (const _ of gzip.bytes) break;
  await expect.poll(() => ended).toBe(2);
  await unpack(body(Buffer.from('%PDF'))).catch(() => {});
  expect(ended).toBe(3);
});
