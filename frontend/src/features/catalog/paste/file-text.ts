/** The text of a chosen file, or why it has none. */
export type FileText = { text: string } | { problem: string };

const WORKBOOK = 'Expected text; got a workbook. Save the sheet as CSV, then choose that file.';
const NO_TEXT = 'Expected a text or CSV file; got another kind of file.';

/** The first bytes of .xlsx, .ods and .numbers, which are ZIP archives, and of .xls. */
const workbooks = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
];

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Returns the encoding by the byte order mark, or by the zero bytes of a text that begins with ASCII. */
function encodingOf(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if (beginsWith(bytes, [0xff, 0xfe]) || (first > 0 && second === 0)) return 'utf-16le';
  return beginsWith(bytes, [0xfe, 0xff]) || (first === 0 && second > 0) ? 'utf-16be' : 'utf-8';
}

/** Decodes a file: UTF-8, or the UTF-16 of Excel's 'Unicode Text'. */
export function readFileText(bytes: Uint8Array): FileText {
  if (workbooks.some(start => beginsWith(bytes, start))) return { problem: WORKBOOK };
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes('\0') ? { problem: NO_TEXT } : { text };
}
