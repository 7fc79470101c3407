import { describe, expect, test } from 'vitest';
import { choose, columnsOfRefusal, isNamed, noMapping, shareText, withChoices } from './column-choices.ts';

const column = (header: string, field: string | null | undefined) => ({ header, field, examples: [] });

describe('a choice for a column', () => {
  test('replaces the one before', () => {
    const once = choose(noMapping, 'Seller', 'full_name');
    expect(once).toEqual({ Seller: 'full_name' });
    expect(choose(once, 'Seller', 'team_name')).toEqual({ Seller: 'team_name' });
  });

  test('ends when its name decides again', () => {
    expect(choose({ Seller: 'full_name', Note: null }, 'Seller', undefined)).toEqual({ Note: null });
  });

  test('takes its field from another column', () => {
    const mapping = { Seller: 'full_name', Note: null };
    expect(choose(mapping, 'Agent', 'full_name')).toEqual({ Note: null, Agent: 'full_name' });
  });

  test('leaves other columns that are not read', () => {
    expect(choose({ Note: null }, 'Remark', null)).toEqual({ Note: null, Remark: null });
  });

  test('works for names of object members', () => {
    const mapping = choose(noMapping, '__proto__', 'full_name');
    expect(JSON.stringify(mapping)).toBe('{"__proto__":"full_name"}');
    expect(withChoices([column('__proto__', null)], mapping)[0]?.field).toBe('full_name');
  });
});

describe('the columns shown', () => {
  test('have the chosen fields, each once', () => {
    const columns = [column('Seller', null), column('Agent', 'full_name'), column('City', 'city')];
    const shown = withChoices(columns, { Seller: 'full_name', City: null });
    expect(shown.map(({ field }) => field)).toEqual(['full_name', null, null]);
  });

  test('lose the explanation of a field that is not theirs', () => {
    const columns = [{ ...column('id', 'address1'), note: 'Parcel number' }, column('Place', null)];
    const notesWith = (mapping: Record<string, string | null>) =>
      withChoices(columns, mapping).map(({ note }) => note ?? null);
    expect(notesWith({})).toEqual(['Parcel number', null]);
    expect(notesWith({ id: 'address1' })).toEqual(['Parcel number', null]);
    expect(notesWith({ id: 'mls_id' })).toEqual([null, null]);
    expect(notesWith({ Place: 'address1' })).toEqual([null, null]);
  });

  test('of a refused file keep known facts while choices are made', () => {
    const known = [column('a', 'city'), column('b', null)];
    const found = [column('a', undefined), column('b', undefined)];
    expect(columnsOfRefusal(found, known, { a: null })).toBe(known);
    expect(columnsOfRefusal(found, known, noMapping)).toBe(found);
  });

  test('of another refused file are its own', () => {
    const known = [column('a', 'city'), column('b', null)];
    const found = [column('a', undefined), column('c', undefined)];
    expect(columnsOfRefusal(found, known, { a: null })).toBe(found);
  });
});

test.each([
  ['Sold Date', true],
  ['$', true],
  ['Ort', true],
  ['', false],
  [' ', false],
  ['-', false],
])('a column %j can be mapped: %s', (header, is) => {
  expect(isNamed(header)).toBe(is);
});

test.each([
  [0, 10, '0%'],
  [0, 0, '0%'],
  [10, 10, '100%'],
  [1, 3, '33%'],
  [1, 1_000, 'under 1%'],
  [9_999, 10_000, '99%'],
])('%i of %i rows are %s', (filled, rows, text) => {
  expect(shareText(filled, rows)).toBe(text);
});
