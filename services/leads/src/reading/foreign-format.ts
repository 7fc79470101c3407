import { AppError } from '@closingwire/chassis/app-error';

type Foreign = { got: string; advice: string };

const resave = 'save it as .xlsx or .csv';
const repack = 'send it as .gz or .zip, or unpacked';
const single = 'send the file itself';

/** First bytes of formats that no delivery may have. */
const magics: [prefix: string, got: string, advice: string][] = [
  ['%PDF', 'a PDF document', 'export the table as .xlsx or .csv'],
  ['Rar!\x1a\x07', 'a RAR archive', repack],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive', repack],
  ['\xfd7zXZ\x00', 'an xz file', repack],
  ['\x28\xb5\x2f\xfd', 'a Zstandard file', repack],
  ['PAR1', 'a Parquet file', 'export it as .csv'],
  ['SQLite format 3\x00', 'an SQLite database', 'export the table as .csv'],
  ['\x00\x01\x00\x00Standard ', 'an Access database', 'export the table as .csv'],
  ['\x89PNG\r\n\x1a\n', 'a PNG image', 'send the table as .xlsx or .csv'],
  ['\xff\xd8\xff', 'a JPEG image', 'send the table as .xlsx or .csv'],
];

/** The magic number of a compound file (CFB), the container of old Office and of encrypted new Office. */
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const TAR_MAGIC_AT = 257;

const markup = /^\s*<(?:!doctype|html|head|meta|title|style|script|body|div|table|!--)/i;

export const isCompoundFile = (head: Buffer): boolean => head.subarray(0, CFB.length).equals(CFB);

function textOf(head: Buffer): string {
  const start = head.subarray(0, 256);
  if (start[0] === 0xff && start[1] === 0xfe) return start.subarray(2).toString('utf16le');
  return start.toString('latin1').replace(/^\xef\xbb\xbf/, '');
}

function foreignIn(head: Buffer): Foreign | undefined {
  if (isCompoundFile(head)) {
    return head.includes(ENCRYPTED)
      ? { got: 'a password-protected workbook', advice: 'remove its password, or save it as .csv' }
      : { got: 'an Excel 97-2003 workbook', advice: resave };
  }
  const start = head.subarray(0, 32).toString('latin1');
  const known = magics.find(([prefix]) => start.startsWith(prefix));
  if (known) return { got: known[1], advice: known[2] };
  if (/^BZh[1-9]1AY&SY/.test(start)) return { got: 'a bzip2 file', advice: repack };
  if (head.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + 5).toString('latin1') === 'ustar')
    return { got: 'a tar archive', advice: single };
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
