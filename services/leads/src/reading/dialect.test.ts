import { describe, expect, test } from 'vitest';
import { dialectOf } from './dialect.ts';

const isKnown = (header: string) => ['name', 'zip'].includes(header);
const lineEndOf = (text: string) => dialectOf(text, isKnown, true).lineEnd;

describe('the line end', () => {
  test.each([
    ['CR with LF in cells', 'name,zip,note\rAnn,98030,"a\nb"\rBob,98031,"c\nd\ne"\r', '\r'],
    ['LF with CR in cells', 'name,zip,note\nAnn,98030,"a\rb\rc\rd"\nBob,98031,"e\rf"\n', '\n'],
    ['CRLF with CR in cells', 'name,zip,note\r\nAnn,98030,"a\rb\rc\rd"\r\n', '\n'],
    ['CR with CRLF in cells', 'name,zip,note\rAnn,98030,"a\r\nb\r\nc\r\nd"\r', '\r'],
    ['CR with LF in a quoted header', '"name","zip","a\nnote\n"\rAnn,98030,x\r', '\r'],
    ['CR, tabs and quotes in cells', 'name\tzip\tnote\rAnn\t98030\t"say ""a\nb"""\r', '\r'],
    ['CR and a declared delimiter', 'sep=;\rname;zip\rAnn;"9\n8\n0"\r', '\r'],
    ['CR and LF at the end of the file', 'name,zip\rAnn,98030\rBob,98031\n', '\r'],
    ['LF after stray quotes', 'name,zip\nA"nn,98030\nB"ob,98031\n', '\n'],
    ['LF after an unclosed quote', 'name,zip\n"Ann,98030\nBob,98031\n', '\n'],
    ['no line end', 'name,zip', '\n'],
  ])('is found for %s', (_, text, lineEnd) => {
    expect(lineEndOf(text)).toBe(lineEnd);
  });
});
