import { expect, test } from 'vitest';
import { utf8Bytes, utf8Text } from './utf8-text.ts';

// The first half of U+10000 is the marker of ill-formed bytes.
const bytes = Buffer.from([...Buffer.from('Zoë 𐀀 '), 0xff, ...Buffer.from(' 😀')]);

test('encoding restores ill-formed bytes and changes nothing else', () => {
  const decoder = utf8Text();
  const text = decoder.push(bytes) + decoder.end();
  expect(text.isWellFormed()).toBe(false);
  expect(utf8Bytes(text)).toEqual(bytes);
});
