import { describe, expect, test } from 'vitest';
import { checkBodyCharacters, checkQueryCharacters } from './well-formed.ts';

const bytes = (...values: number[]) => [Buffer.from(values)];

describe('bytes of a body', () => {
  test.each([
    ['nothing', []],
    ['ASCII', [Buffer.from('{"a":1}')]],
    ['wide characters', [Buffer.from('{"a":"Zoë 😀"}')]],
    ['a character in two pieces', [Buffer.from([0xc3]), Buffer.from([0xab])]],
  ])('%s pass', (_, body) => {
    expect(() => checkBodyCharacters(body)).not.toThrow();
  });

  test.each([
    ['0xFF', bytes(0x22, 0xff, 0x22)],
    ['half a surrogate', bytes(0xed, 0xa0, 0x80)],
    ['a NUL written long', bytes(0xc0, 0x80)],
    ['half a character', bytes(0xc3)],
  ])('%s are refused', (_, body) => {
    expect(() => checkBodyCharacters(body)).toThrow('UTF-8');
  });
});

test("a form's encoded bytes are checked as its text", () => {
  const check = (text: string, type: string) => () => checkBodyCharacters([Buffer.from(text)], type);
  const form = 'application/x-www-form-urlencoded; charset=utf-8';
  expect(check('message=a%ff%ed%a0%80', form)).toThrow('UTF-8');
  expect(check('message=Zo%C3%AB', form)).not.toThrow();
  expect(check('"a%ff"', 'application/json')).not.toThrow();
});

describe('a query', () => {
  test.each(['', 'q=a%20b', 'q=100%', 'q=Zo%C3%AB&r=%f0%9f%98%80', 'q=%zz'])('%s passes', query => {
    expect(() => checkQueryCharacters(query)).not.toThrow();
  });

  test.each(['q=%ff', 'q=%ED%A0%80', 'q=%c3', 'a=%C3&b=%AB'])('%s is refused', query => {
    expect(() => checkQueryCharacters(query)).toThrow('UTF-8');
  });
});
