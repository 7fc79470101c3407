import { describe, expect, test } from 'vitest';
import { addDays, dueReminder, trialState } from './trial.ts';

const end = new Date('2026-03-15T12:00:00Z');
const trial = { trialExpiresAt: end };
const before = (days: number) => addDays(end, -days);

describe('trialState', () => {
  test('a last hour counts as a day', () => {
    expect(trialState(trial, before(1 / 24))).toEqual({ kind: 'running', daysRemaining: 1 });
  });

  test('fourteen whole days remain at the start', () => {
    row('state/trial-active');
    expect(trialState(trial, before(14))).toEqual({ kind: 'running', daysRemaining: 14 });
  });

  test('a trial is over at its very end', () => {
    expect(trialState(trial, end)).toEqual({ kind: 'over' });
  });
});

describe('dueReminder', () => {
  test('nothing is due eight days ahead', () => {
    expect(dueReminder(trial, [], before(8))).toBeUndefined();
  });

  test.each([
    [7, 7],
    [5, 7],
    [3, 3],
    [1, 1],
    [0, 0],
    [-30, 0],
  ])('%i days before the end, the %i-day reminder is due', (days, due) => {
    expect(dueReminder(trial, [], before(days))).toBe(due);
  });

  test('a reminder is due only once', () => {
    row('constant/reminder-days');
    expect(dueReminder(trial, [7], before(6))).toBeUndefined();
  });

  test('a missed reminder is not made up for', () => {
    expect(dueReminder(trial, [1], before(0.5))).toBeUndefined();
  });
});
