import type { Source } from '@closingwire/contracts/sources';
import { describe, expect, test } from 'vitest';
import { blank, formOf, licenseOf } from './source-form.ts';
import { sourceFormSchema } from './source-schema.ts';
import { stateCodesIn, withState } from './state-codes.ts';

const source: Source = {
  id: 1,
  kind: 'file',
  name: 'Example MLS',
  license: null,
  permittedUses: ['exports'],
  states: ['WA', 'OR'],
  expiresAt: '2026-12-31T15:00:00.000Z',
  contact: 'data@example.com',
  mustBeNamed: true,
  trust: 70,
  isValid: true,
  keys: [],
  lastDeliveryAt: null,
  lastMapping: {},
  feed: null,
};

describe('the form of a source', () => {
  test('keeps every fact that is not changed', () => {
    const { name, license, permittedUses, states, expiresAt, contact, mustBeNamed, trust } = source;
    expect(licenseOf(formOf(source), source)).toEqual({
      name,
      license,
      permittedUses,
      states,
      expiresAt,
      contact,
      mustBeNamed,
      trust,
    });
  });

  test('reads empty fields as nothing', () => {
    expect(licenseOf({ ...blank, name: ' New ' }, undefined)).toMatchObject({
      name: 'New',
      license: null,
      states: null,
      expiresAt: null,
      contact: null,
    });
  });

  test('moves the end to the chosen day', () => {
    const { expiresAt } = licenseOf({ ...formOf(source), lastDay: '2027-06-30' }, source);
    expect(expiresAt).toBe(new Date(2027, 6, 1).toISOString());
  });
});

test.each([
  ['', []],
  [' wa, or;WA  ca ', ['WA', 'OR', 'CA']],
])('the states in %j are %j', (text, codes) => {
  expect(stateCodesIn(text)).toEqual(codes);
});

test('a state is chosen once, and no longer chosen', () => {
  expect(withState([], 'WA', true)).toBe('WA');
  expect(withState(['WA', 'OR'], 'WA', true)).toBe('OR, WA');
  expect(withState(['WA', 'OR'], 'WA', false)).toBe('OR');
  expect(withState(['OR'], 'OR', false)).toBe('');
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ states: 'WA, XX' }, 'states'],
  [{ license: 'x'.repeat(201) }, 'license'],
  [{ trust: 101 }, 'trust'],
  [{ trust: 1.5 }, 'trust'],
  [{ trust: Number.NaN }, 'trust'],
])('a form with %o is refused', (change, field) => {
  const { error } = sourceFormSchema.safeParse({ ...blank, name: 'New', ...change });
  expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
});
