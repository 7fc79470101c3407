import { states } from '@closingwire/contracts/reference';
import { describe, expect, test } from 'vitest';
import { between, lastDays, todayByState, todayOf } from './calendar.ts';

const dayIn = (state: string, now: Date) =>
  todayByState(now).find(group => group.states.includes(state))?.day;

describe('the days of a list', () => {
  test('are seven with today', () => {
    const noon = new Date('2026-03-18T19:00:00Z');
    expect(lastDays(7, noon)).toEqual({ from: '2026-03-12', to: '2026-03-18', laterStates: [] });
  });

  test('follow the calendar of each state', () => {
    const lateEvening = new Date('2026-03-18T06:30:00Z');
    expect(dayIn('NY', lateEvening)).toBe('2026-03-18');
    expect(dayIn('CA', lateEvening)).toBe('2026-03-17');
    expect([todayOf('NY', lateEvening), todayOf('CA', lateEvening), todayOf(null, lateEvening)]).toEqual([
      '2026-03-18',
      '2026-03-17',
      '2026-03-17',
    ]);
    const { from, to, laterStates } = lastDays(7, lateEvening);
    expect([from, to]).toEqual(['2026-03-11', '2026-03-18']);
    expect(laterStates).toContain('NY');
    expect(laterStates).not.toContain('CA');
  });

  test('change at midnight through daylight saving', () => {
    expect(dayIn('WA', new Date('2026-03-09T06:59:00Z'))).toBe('2026-03-08');
    expect(dayIn('WA', new Date('2026-03-09T07:00:00Z'))).toBe('2026-03-09');
    expect(dayIn('AZ', new Date('2026-07-01T06:59:00Z'))).toBe('2026-06-30');
  });

  test('are known for every state', () => {
    const known = todayByState(new Date()).flatMap(group => group.states);
    expect(known.toSorted()).toEqual([...Object.keys(states), 'DC'].toSorted());
  });

  test('are the given days', () => {
    expect(between('2026-01-01', undefined)).toEqual({ from: '2026-01-01', to: null, laterStates: [] });
  });
});
