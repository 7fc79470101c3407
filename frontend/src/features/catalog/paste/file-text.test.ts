import { expect, test } from 'vitest';
import { readFileText } from './file-text.ts';

const list = 'ZIP\tCity\r\n78701\tCañon\r\n';
const utf16le = Buffer.from(list, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(list)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${list}`)],
  ["Excel's UTF-16", Buffer.from(`\ufeff${list}`, 'utf16le')],
  ['UTF-16 without a mark', utf16le],
  ['big-endian UTF-16', Buffer.from(`\ufeff${list}`, 'utf16le').swap16()],
  ['big-endian UTF-16 without a mark', Buffer.from(utf16le).swap16()],
])('%s is read as text', (_encoding, bytes) => {
  expect(readFileText(bytes)).toEqual({ text: list });
});

test.each([[[0x50, 0x4b, 3, 4]], [[0xd0, 0xcf, 0x11, 0xe0]]])('a workbook %j gets a remedy', bytes => {
  const { problem } = readFileText(new Uint8Array(bytes)) as { problem: string };
  expect(problem).toContain('Save the sheet as CSV');
});

test('other bytes are refused', () => {
  expect(readFileText(Buffer.from('\x89PNG\r\n\0\0'))).toEqual({
    problem: 'Expected a text or CSV file; got another kind of file.',
  });
});

test('an empty file is an empty text', () => {
  expect(readFileText(new Uint8Array())).toEqual({ text: '' });
});
