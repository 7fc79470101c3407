import { expect, test } from 'vitest';
import { textOf } from './zip-file.ts';

const bytesOf = (text: string, encoding: BufferEncoding) =>
  new Uint8Array(Buffer.from(text, encoding)).buffer;

test('a file keeps its letters in UTF-8 and in Windows-1252', () => {
  const text = 'zipcode,city,state\r\n81212,Cañon City,CO\r\n';
  expect(textOf(bytesOf(text, 'utf8'))).toBe(text);
  expect(textOf(bytesOf(`\ufeff${text}`, 'utf8'))).toBe(text);
  expect(textOf(bytesOf(text, 'latin1'))).toBe(text);
  expect(textOf(new Uint8Array([0x93, 0x4f, 0x92, 0x80]).buffer)).toBe('“O’€');
});
