import { describe, expect, test } from 'vitest';
import { dayBars } from './day-bars.ts';

const valuesOf = (asked: Parameters<typeof dayBars>[0]) => dayBars(asked).bars.map(({ value }) => value);

describe('closings per day', () => {
  test('has a bar per requested day', () => {
    const { unit, bars } = dayBars({
      from: '2026-03-11',
      to: '2026-03-14',
      days: [
        { day: '2026-03-12', count: 3 },
        { day: '2026-03-14', count: 1 },
      ],
    });
    expect(unit).toBe('day');
    expect(bars.map(({ value }) => value)).toEqual([0, 3, 0, 1]);
    expect(bars[1]).toEqual({ tick: 'Mar 12', name: 'Thu, Mar 12, 2026', value: 3 });
  });

  test('has the seven days of a list in every time zone', () => {
    const days = ['12', '13', '14', '15', '16', '17', '18'];
    const listDays = days.map((date, n) => ({ from: `2026-03-${date}`, to: `2026-03-${date}`, count: n }));
    const drawn = { from: '2026-03-12', to: '2026-03-18', days: [{ day: '2026-03-18', count: 21 }] };
    const { unit, bars } = dayBars({ ...drawn, listDays });
    expect([unit, bars.map(({ value }) => value)]).toEqual(['day', [0, 1, 2, 3, 4, 5, 6]]);
    expect(bars[6]).toEqual({ tick: 'Mar 18', name: 'Wed, Mar 18, 2026', value: 6 });
  });

  test('names both days while states have different dates', () => {
    const listDays = [{ from: '2026-03-17', to: '2026-03-18', count: 2 }];
    expect(dayBars({ from: '2026-03-17', to: '2026-03-18', days: [], listDays }).bars).toEqual([
      {
        tick: 'Mar 17\u2009–\u200918',
        name: 'Tue, Mar 17, 2026 or, where it is a day later, Wed, Mar 18, 2026',
        value: 2,
      },
    ]);
  });

  test('shows a closing dated tomorrow', () => {
    expect(
      valuesOf({ from: '2026-03-11', to: '2026-03-11', days: [{ day: '2026-03-12', count: 2 }] }),
    ).toEqual([0, 2]);
  });

  test('starts at the first closing without a first day', () => {
    expect(valuesOf({ from: null, to: '2026-03-13', days: [{ day: '2026-03-12', count: 2 }] })).toEqual([
      2, 0,
    ]);
    expect(valuesOf({ from: null, to: '2026-03-13', days: [] })).toEqual([]);
  });

  test.each([
    ['2026-01-28', 'day', 45],
    ['2025-06-01', 'week', 41],
    ['2025-03-28', 'month', 13],
    ['2016-03-28', 'year', 11],
  ] as const)('since %s is in %ss, none of them lost', (from, unit, barCount) => {
    const firstMs = Date.parse(from);
    const span = (Date.parse('2026-03-13') - firstMs) / 86_400_000 + 1;
    const days = Array.from({ length: span }, (_, n) => ({
      day: new Date(firstMs + n * 86_400_000).toISOString().slice(0, 10),
      count: (n * 7) % 5,
    }));
    const drawn = dayBars({ from, to: '2026-03-13', days });
    expect([drawn.unit, drawn.bars.length]).toEqual([unit, barCount]);
    const sumOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sumOf(drawn.bars.map(({ value }) => value))).toBe(sumOf(days.map(({ count }) => count)));
  });
});
