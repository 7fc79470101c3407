import { describe, expect, test } from 'vitest';
import { barScale, tickEvery } from './bar-scale.ts';

const frame = { width: 400, height: 200, left: 40, top: 10, bottom: 20 };
const barsOf = (values: number[]) => values.map(value => ({ tick: '', name: '', value }));

describe('the scale of a bar chart', () => {
  test('draws heights in proportion to values', () => {
    const { columns, base } = barScale(barsOf([0, 5, 10, 20]), frame);
    expect(base).toBe(180);
    expect(columns.map(({ height }) => height)).toEqual([0, 42.5, 85, 170]);
    expect(columns.map(({ y, height }) => y + height)).toEqual([180, 180, 180, 180]);
  });

  test('keeps every bar inside the frame', () => {
    const { columns, barWidth } = barScale(barsOf(Array.from({ length: 90 }, (_, n) => n)), frame);
    for (const { x, y } of columns) {
      expect(x).toBeGreaterThanOrEqual(frame.left);
      expect(x + barWidth).toBeLessThanOrEqual(frame.width);
      expect(y).toBeGreaterThanOrEqual(frame.top);
    }
  });

  test('has whole lines and one at zero', () => {
    expect(barScale(barsOf([1, 0]), frame).lines.map(({ value }) => value)).toEqual([0, 1]);
    expect(barScale(barsOf([0, 0]), frame).lines[0]).toEqual({ value: 0, y: 180 });
  });
});

test('ticks do not overlap', () => {
  expect(tickEvery(40, 60)).toBe(1);
  expect(tickEvery(40, 26)).toBe(2);
  expect(tickEvery(40, 4)).toBe(13);
});
