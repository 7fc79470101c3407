import { reminderDays } from '@closingwire/contracts/billing';
import { describe, expect, test } from 'vitest';
import { asLocked } from '../../test/as-locked.ts';
import { addDays, dueReminder, releaseTime, trialState, warnedRelease, warnedTrialEnd } from './rules.ts';

const end = new Date('2026-03-15T12:00:00Z');
const trial = asLocked({ trialExpiresAt: end });
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

  test.each(reminderDays)('the %i-day reminder is due from its moment on, and once', days => {
    row('constant/reminder-days');
    const earlier = reminderDays.filter(each => each > days);
    const moment = before(days);
    expect(dueReminder(trial, earlier, new Date(moment.getTime() - 1))).toBeUndefined();
    expect(dueReminder(trial, earlier, moment)).toBe(days);
    expect(dueReminder(trial, [...earlier, days], moment)).toBeUndefined();
  });

  /** Returns the reminders that are due if the job runs at these numbers of days before the end. */
  function givenAt(moments: readonly number[]): number[] {
    const given: number[] = [];
    for (const moment of moments) {
      const due = dueReminder(trial, given, before(moment));
      if (due !== undefined) given.push(due);
    }
    return given;
  }

  test('an hourly job sends each reminder once', () => {
    row('constant/reminder-days');
    const hours = Array.from({ length: 24 * 20 }, (_, hour) => 14 - hour / 24);
    expect(givenAt(hours)).toEqual([7, 3, 1, 0]);
  });

  test.each([
    ['for an hour each time', [6.96, 2.96, 0.96, -0.04], [7, 3, 1, 0]],
    ['from before the first to after the second', [8, 2, 1.5, 0.9, -1], [3, 1, 0]],
    ['until the last day', [0.5, 0.4], [1]],
    ['until long after the end', [10, -40, -41], [0]],
  ])('a job that paused %s sends no missed reminder', (_, moments, given) => {
    row('constant/reminder-days');
    expect(givenAt(moments)).toEqual(given);
  });
});

const now = new Date('2026-03-20T12:00:00Z');
const terms = { releaseAfterTrialDays: 14 };
const expired = asLocked({
  trialExpiresAt: addDays(now, -5),
  releaseAt: null,
  keptSince: null,
  stripeSubscriptionId: null,
});
const unpaid = [{ zipCode: '10001', kind: 'trial' } as const];

describe('releaseTime', () => {
  test('is two weeks after the end of an unpaid trial', () => {
    expect(releaseTime(expired, unpaid, terms, now)).toEqual(addDays(now, 9));
  });

  test('is two weeks after a later loss of the card', () => {
    const lost = { ...expired, keptSince: addDays(now, -1) };
    expect(releaseTime(lost, unpaid, terms, now)).toEqual(addDays(now, 13));
    expect(releaseTime({ ...expired, keptSince: addDays(now, -9) }, unpaid, terms, now)).toEqual(
      addDays(now, 9),
    );
  });

  test('is the time named in the warning', () => {
    const releaseAt = addDays(now, 20);
    expect(releaseTime({ ...expired, releaseAt }, unpaid, terms, now)).toEqual(releaseAt);
  });

  test.each([
    ['a trial that runs', { trialExpiresAt: addDays(now, 1) }, unpaid],
    ['a subscription', { stripeSubscriptionId: 'sub_1' }, unpaid],
    ['no unpaid ZIPs', {}, [{ zipCode: '10002', kind: 'granted' as const }]],
  ])('is null with %s', (_, changes, zips) => {
    expect(releaseTime({ ...expired, ...changes }, zips, terms, now)).toBeNull();
  });
});

describe('the warning', () => {
  test('is due three days before the release', () => {
    expect(warnedTrialEnd(terms, now)).toEqual(addDays(now, -11));
  });

  test('names three days when late', () => {
    const late = { ...expired, trialExpiresAt: addDays(now, -40) };
    expect(warnedRelease(late, terms, now)).toEqual(addDays(now, 3));
    expect(warnedRelease(expired, terms, now)).toEqual(addDays(now, 9));
  });

  test('is no longer than the whole period', () => {
    const short = { releaseAfterTrialDays: 1 };
    expect(warnedTrialEnd(short, now)).toEqual(now);
    expect(warnedRelease(expired, short, now)).toEqual(addDays(now, 1));
  });
});
