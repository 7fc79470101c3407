import { describe, expect, test } from 'vitest';
import { isClean, judge } from './judge.ts';
import type { Observation, Sent } from './workload.ts';

const sent: Sent[] = [
  { key: 'kept', verdict: 'accepted' },
  { key: 'gone', verdict: 'accepted' },
  { key: 'perhaps', verdict: 'unanswered' },
  { key: 'no', verdict: 'refused' },
];
const verdictOn = (found: Record<string, number>, owned: Pick<Observation, 'mayMiss' | 'mayRepeat'> = {}) =>
  judge({ where: 'inbox', sent, counts: new Map(Object.entries(found)), ...owned });

describe('the verdict on a history', () => {
  test('is clean when accepted commands took effect once', () => {
    expect(isClean(verdictOn({ kept: 1, gone: 1 }))).toBe(true);
    expect(isClean(verdictOn({ kept: 1, gone: 1, perhaps: 1 }))).toBe(true);
  });

  test('names what was lost', () => {
    expect(verdictOn({ kept: 1 }).lost).toEqual(['gone']);
  });

  test('names what took effect twice, with a reply or without', () => {
    expect(verdictOn({ kept: 2, gone: 1, perhaps: 2 }).doubled).toEqual(['kept', 'perhaps']);
  });

  test('names effects of refused commands', () => {
    expect(verdictOn({ kept: 1, gone: 1, no: 1 }).invented).toEqual(['no']);
  });

  test('counts apart what the product calls unknown', () => {
    const missed = verdictOn({ kept: 1 }, { mayMiss: new Set(['gone']) });
    expect(missed).toMatchObject({ lost: [], unknown: 1 });
    const repeated = verdictOn({ kept: 2, gone: 1 }, { mayRepeat: new Set(['kept']) });
    expect(repeated).toMatchObject({ doubled: [], unknown: 1 });
    expect([missed, repeated].every(isClean)).toBe(true);
  });
});
