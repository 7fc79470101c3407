import type { Source } from '@closingwire/contracts/sources';
import { describe, expect, test } from 'vitest';
import { effectsOf, hidesClosings } from './license-effects.ts';

const now = new Date('2026-11-26T12:00:00Z');
const past = '2026-11-26T11:00:00Z';

const source: Source = {
  id: 1,
  kind: 'reso',
  name: 'Example MLS',
  license: 'Contract 7',
  permittedUses: ['lists', 'exports', 'api'],
  states: ['WA', 'OR'],
  expiresAt: null,
  contact: null,
  mustBeNamed: false,
  trust: 50,
  isValid: true,
  keys: [],
  lastDeliveryAt: null,
  lastMapping: {},
  feed: null,
};
const feed = { state: 'waiting' } as Source['feed'];

describe('a change of a license', () => {
  test('without an effect says nothing', () => {
    expect(effectsOf(source, { ...source, name: 'Other', states: ['OR', 'WA'] }, now)).toEqual([]);
  });

  test('that ends it hides its closings', () => {
    expect(effectsOf({ ...source, feed }, { ...source, expiresAt: past }, now)).toEqual([
      'Its 3 uses (lists, exports, API) end: closings that no other source reported are hidden there within a second.',
      'Its feed pulls nothing.',
    ]);
  });

  test('that removes a use hides its closings there', () => {
    expect(effectsOf(source, { ...source, permittedUses: ['lists', 'exports'] }, now)).toEqual([
      'Its use (API) ends: closings that no other source reported are hidden there within a second.',
    ]);
  });

  test('of an ended one brings its closings back', () => {
    expect(
      effectsOf({ ...source, feed, expiresAt: past }, { ...source, permittedUses: ['lists'] }, now),
    ).toEqual([
      'Its use (lists) begins: closings that no other source reported appear there within a second.',
      'Its feed pulls again within a minute.',
    ]);
  });

  test('names the counts of closings, once they are known', () => {
    const of = (closings: number, recent: number) => ({ closings, recent });
    const counted = { lists: of(1_200, 30), exports: of(1_200, 30), api: of(1, 1) };
    const uses: Source['permittedUses'] = ['lists', 'exports', 'api'];
    const without = (use: string) => ({ ...source, permittedUses: uses.filter(one => one !== use) });
    expect(effectsOf(source, without('lists'), now, counted)).toEqual([
      'Its use (lists) ends: 1,200 closings that no other source reported (30 of them of the last 7 days) are hidden there within a second.',
    ]);
    expect(effectsOf(source, without('api'), now, counted)).toEqual([
      'Its use (API) ends: 1 closing that no other source reported (1 of them of the last 7 days) is hidden there within a second.',
    ]);
    expect(effectsOf(source, { ...source, permittedUses: ['exports'] }, now, counted)).toEqual([
      'Its 2 uses (lists, API) end: up to 1,200 closings that no other source reported (30 of them of the last 7 days) are hidden there within a second.',
    ]);
    expect(effectsOf(without('api'), source, now, counted)[0]).toMatch(
      /^Its use \(API\) begins: 1 closing .* appears/,
    );
    const [end] = effectsOf(source, { ...source, expiresAt: '2027-01-01T12:00:00Z' }, now, counted);
    expect(end).toMatch(/Until then it shows up to 1,200 closings that no other source reported/);
  });

  test('to a later end names it', () => {
    const [effect, ...others] = effectsOf(source, { ...source, expiresAt: '2027-01-01T12:00:00Z' }, now);
    expect(effect).toMatch(/^Its 3 uses \(lists, exports, API\) end on (Jan 1|Dec 31|Jan 2), 202[67], /);
    expect(others).toEqual([]);
  });

  test('of states and naming holds for what follows', () => {
    expect(effectsOf(source, { ...source, states: null, mustBeNamed: true }, now)).toEqual([
      'From the next delivery on, rows are accepted for: Every state. Stored closings stay.',
      'The details of its closings, exports and the API name it.',
    ]);
  });
});

test('closings are hidden only by what is shown now', () => {
  const ended = { ...source, expiresAt: past };
  expect(hidesClosings(source, ended, now)).toBe(true);
  expect(hidesClosings(source, { ...source, permittedUses: ['lists', 'api'] }, now)).toBe(true);
  expect(hidesClosings(source, { ...source, states: ['OR'] }, now)).toBe(false);
  expect(hidesClosings(ended, { ...ended, permittedUses: [] }, now)).toBe(false);
  expect(hidesClosings(undefined, ended, now)).toBe(false);
});

describe('a new source', () => {
  test('is shown where its license permits it', () => {
    expect(effectsOf(undefined, source, now)).toEqual([]);
  });

  test('without an open use is shown nowhere', () => {
    const hidden = ['Its closings are shown nowhere.'];
    expect(effectsOf(undefined, { ...source, permittedUses: [] }, now)).toEqual(hidden);
    expect(effectsOf(undefined, { ...source, expiresAt: past }, now)).toEqual(hidden);
  });
});
