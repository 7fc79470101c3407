import { describe, expect, test } from 'vitest';
import { correctionOf } from './match.ts';
import { addDays } from './trial.ts';

const now = new Date('2026-03-01T12:00:00Z');
const account = { trialExpiresAt: addDays(now, 5) };
const billed = { status: 'trialing', quantity: 2, centsPerZip: 1_500, trialEnd: account.trialExpiresAt };
const correction = (changes: object = {}, wanted: object = {}) =>
  correctionOf({ ...billed, ...changes }, { billable: 2, account, ...wanted }, { centsPerZip: 1_500 }, now);
const nothingElse = { kind: 'change', quantity: false, price: false, trialEnd: null };

describe('correctionOf', () => {
  test('leaves alone what is right', () => {
    expect(correction()).toEqual({ kind: 'none' });
  });

  test('ends a subscription without ZIPs', () => {
    expect(correction({}, { billable: 0 })).toEqual({ kind: 'cancel' });
  });

  test('corrects the number of ZIPs', () => {
    expect(correction({}, { billable: 3 })).toEqual({ ...nothingElse, quantity: true });
  });

  test('brings in the configured price', () => {
    expect(correction({ centsPerZip: 1_200 })).toEqual({ ...nothingElse, price: true });
  });

  test('moves the first charge with the trial', () => {
    const trialExpiresAt = addDays(now, 30);
    expect(correction({}, { account: { trialExpiresAt } })).toEqual({
      ...nothingElse,
      trialEnd: trialExpiresAt,
    });
  });

  test('charges now when the trial was cut short', () => {
    expect(correction({}, { account: { trialExpiresAt: now } })).toEqual({ ...nothingElse, trialEnd: 'now' });
  });

  test('takes clocks that differ by seconds for equal', () => {
    expect(correction({ trialEnd: new Date(account.trialExpiresAt.getTime() + 60_000) })).toEqual({
      kind: 'none',
    });
  });

  test('gives a paid subscription no trial', () => {
    expect(correction({ status: 'active', trialEnd: addDays(now, -3) })).toEqual({ kind: 'none' });
  });
});
