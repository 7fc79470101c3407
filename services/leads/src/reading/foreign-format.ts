import { AppError } from '@closingwire/chassis/app-error';
import { utf16Of } from './encoding.ts';

/** Enough for every mark, of which that of tar is the last. */
export const HEAD_BYTES = 512;

type Foreign = { got: string; advice: string };

const resave = 'save it as .xlsx or .csv';
const repack = 'send it as .gz or .zip, or unpacked';
const single = 'send the file itself';

const table = 'send the table as .xlsx or .csv';
const exported = 'export the table as .xlsx or .csv';
const toCsv = 'export the table as .csv';

/** First bytes of formats that no delivery may have. */
const magics: [prefix: string, got: string, advice: string][] = [
  ['%PDF', 'a PDF document', exported],
  ['%!PS', 'a PostScript document', table],
  ['{\\rtf', 'an RTF document', table],
  ['Rar!\x1a\x07', 'a RAR archive', repack],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive', repack],
  ['\xfd7zXZ\x00', 'an xz file', repack],
  ['\x28\xb5\x2f\xfd', 'a Zstandard file', repack],
  ['PAR1', 'a Parquet file', toCsv],
  ['ARROW1\x00', 'an Arrow file', toCsv],
  ['Obj\x01', 'an Avro file', toCsv],
  ['<stata_dta>', 'a Stata file', toCsv],
  ['$FL2', 'an SPSS file', toCsv],
  ['$FL3', 'an SPSS file', toCsv],
  ['RDX2\n', 'an R data file', toCsv],
  ['RDX3\n', 'an R data file', toCsv],
  ['bplist00', 'an Apple property list', table],
  ['SQLite format 3\x00', 'an SQLite database', toCsv],
  ['\x00\x01\x00\x00Standard ', 'an Access database', toCsv],
  ['\x89PNG\r\n\x1a\n', 'a PNG image', table],
  ['\xff\xd8\xff', 'a JPEG image', table],
  ['GIF87a', 'a GIF image', table],
  ['GIF89a', 'a GIF image', table],
  ['II*\x00', 'a TIFF image', table],
  ['MM\x00*', 'a TIFF image', table],
  ['\x7fELF', 'a program', table],
  ['MZ\x90\x00', 'a program', table],
  // Sheets of Excel 2 to 5 without a container.
  ...['\x00\x04', '\x02\x06', '\x04\x06', '\x08\x08', '\x08\x10'].map((version): [string, string, string] => [
    `\x09${version}\x00`,
    'an old Excel sheet',
    resave,
  ]),
];

/** The same of formats whose beginning needs a closer look. */
const patterns: [pattern: RegExp, got: string, advice: string][] = [
  // Readers of PDF accept other lines before its mark.
  [/^(?:[^\n]{0,80}\n)?\s*%PDF-\d/, 'a PDF document', exported],
  [/^BZh[1-9]1AY&SY/, 'a bzip2 file', repack],
  [/^RIFF[\s\S]{4}WEBP/, 'a WebP image', table],
  [/^BM[\s\S]{4}\0{4}/, 'a BMP image', table],
  [/^[\s\S]{4}ftyp(?:heic|heix|hevc|heim|mif1|avif)/, 'a HEIC or AVIF image', table],
  [/^[\s\S]{4}ftyp/, 'a video', table],
  [/^(?:[\w-]{2,40}: [\s\S]*\n)?MIME-Version: /i, 'an email or a web archive', table],
  [/^BEGIN:V(?:CARD|CALENDAR)\r?\n/, 'contacts or appointments (vCard, iCalendar)', table],
  [/^ID;P\w*(?:;[NE])*\r?\n[A-Z]{1,2};[A-Z]/, 'a SYLK file', resave],
];

/** The magic number of a compound file (CFB), the container of old Office and of encrypted new Office. */
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const TAR_MAGIC_AT = 257;

/** Names of streams in a compound file. */
const streams: [name: string, got: string, advice: string][] = [
  ['EncryptedPackage', 'a password-protected workbook', 'remove its password, or save it as .csv'],
  ['WordDocument', 'a Word 97-2003 document', table],
  ['PowerPoint Document', 'a PowerPoint 97-2003 presentation', table],
  ['__properties_version1.0', 'an Outlook message', 'send the file that is attached to it'],
];

const markup = /^\s*<(?:!doctype|html|head|meta|title|style|script|body|div|table|!--)/i;

export const isCompoundFile = (head: Buffer): boolean => head.subarray(0, CFB.length).equals(CFB);

/** Returns the beginning as text; only the signs of ASCII count. */
function textOf(head: Buffer): string {
  const encoding = utf16Of(head);
  const whole = head.subarray(0, HEAD_BYTES);
  const even = whole.subarray(0, whole.length - (whole.length % 2));
  if (encoding === 'utf-16le') return even.toString('utf16le').replace(/^\ufeff/, '');
  if (encoding === 'utf-16be')
    return Buffer.from(even)
      .swap16()
      .toString('utf16le')
      .replace(/^\ufeff/, '');
  return whole.toString('latin1').replace(/^\xef\xbb\xbf/, '');
}

function inCompoundFile(head: Buffer): Foreign {
  const found = streams.find(([name]) => head.includes(Buffer.from(name, 'utf16le')));
  return found ? { got: found[1], advice: found[2] } : { got: 'an Excel 97-2003 workbook', advice: resave };
}

/** A dBase file says how long its header is: 32 bytes, and 32 for each field. */
function isDbase(head: Buffer): boolean {
  if (head.length < 64 || ![0x03, 0x30, 0x31, 0x83, 0x8b, 0xf5].includes(head[0] ?? 0)) return false;
  const [month = 0, day = 0] = [head[2], head[3]];
  const fieldBytes = head.readUInt16LE(8) % 32;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && (fieldBytes === 1 || fieldBytes === 8);
}

function foreignIn(head: Buffer): Foreign | undefined {
  if (isCompoundFile(head)) return inCompoundFile(head);
  const start = head
    .subarray(0, HEAD_BYTES)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const known =
    magics.find(([prefix]) => start.startsWith(prefix)) ?? patterns.find(([pattern]) => pattern.test(start));
  if (known) return { got: known[1], advice: known[2] };
  if (isDbase(head)) return { got: 'a dBase file (.dbf)', advice: resave };
  if (start.startsWith('ustar', TAR_MAGIC_AT)) return { got: 'a tar archive', advice: single };
  const text = textOf(head);
  if (markup.test(text))
    return { got: 'an HTML page', advice: `open it in a spreadsheet program and ${resave}` };
  if (/^\s*<\?xml/i.test(text))
    return { got: 'an XML document', advice: `open it in a spreadsheet program and ${resave}` };
  return undefined;
}

export const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Begin a zip with files, an empty zip, and a split one. */
const zipMarks = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

export const isZip = (head: Buffer): boolean => zipMarks.includes(head.toString('latin1', 0, 4));

function refusal(expected: string, { got, advice }: Foreign): AppError {
  return new AppError('invalid', 'unknown_container', `Expected ${expected}; got ${got}; ${advice}`);
}

const formats = 'CSV, NDJSON, JSON or XLSX';

/** Throws if the first bytes of a body, of an unpacked file or of a workbook are those of another format. */
export function refuseForeign(head: Buffer, expected = formats): void {
  const foreign = foreignIn(head);
  if (foreign) throw refusal(expected, foreign);
}

/** Throws unless the first bytes of an unpacked file can be those of text. */
export function refusePacked(head: Buffer, container: 'gzip' | 'zip'): void {
  const expected = `CSV, NDJSON or JSON in the ${container} file`;
  if (isGzip(head)) throw refusal(expected, { got: 'another gzip file', advice: 'pack the file once' });
  if (isZip(head))
    throw refusal(expected, {
      got: 'a zip file or workbook',
      advice: `${single}, without the ${container} file around it`,
    });
  refuseForeign(head, expected);
}

/** Refuses a zip by the files in it: other programs' documents are zips too. */
export function refuseDocument(got: string): AppError {
  return refusal(formats, { got, advice: resave });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has many of them
const controls = /[\0-\x08\x0e-\x1f]/g;
/** Data with a larger share of them is no text. A few of them can be damage in a cell. */
const CONTROL_SHARE = 0.02;
const LEAST_CONTROLS = 4;

/** Throws if text without a known header has more control characters than damaged text. */
export function refuseBinary(text: string): void {
  const count = text.match(controls)?.length ?? 0;
  if (count < LEAST_CONTROLS || count < text.length * CONTROL_SHARE) return;
  throw refusal(formats, { got: 'data that is no text and no known format', advice: table });
}
