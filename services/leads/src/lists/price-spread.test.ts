import { describe, expect, it } from 'vitest';
import { binPrices, STEP_USD } from './price-spread.ts';

const stepsOf = (prices: readonly number[]) => {
  const floors = prices.map(price => Math.floor(price / STEP_USD) * STEP_USD).sort((a, b) => a - b);
  return [...Map.groupBy(floors, floor => floor)].map(([floor, all]) => ({ floor, count: all.length }));
};

describe('the spread of prices', () => {
  it('has no bins without prices', () => {
    expect(binPrices([])).toEqual([]);
  });

  it('has one narrow bin for one price', () => {
    expect(binPrices(stepsOf([412_300]))).toEqual([{ from: 410_000, to: 415_000, count: 1 }]);
  });

  it('keeps empty bins between full ones', () => {
    expect(binPrices(stepsOf([100_000, 249_999, 250_000]))).toEqual([
      { from: 100_000, to: 125_000, count: 1 },
      { from: 125_000, to: 150_000, count: 0 },
      { from: 150_000, to: 175_000, count: 0 },
      { from: 175_000, to: 200_000, count: 0 },
      { from: 200_000, to: 225_000, count: 0 },
      { from: 225_000, to: 250_000, count: 1 },
      { from: 250_000, to: 275_000, count: 1 },
    ]);
  });

  it('puts a mansion into an open last bin', () => {
    const houses = Array.from({ length: 60 }, (_, n) => 300_000 + n * 5_000);
    const bins = binPrices(stepsOf([...houses, 24_000_000]));
    expect(bins).toHaveLength(12);
    expect(bins[0]).toEqual({ from: 300_000, to: 325_000, count: 5 });
    expect(bins.at(-1)).toEqual({ from: 575_000, to: null, count: 6 });
  });

  it('counts every price once, whatever the range', () => {
    for (let round = 1; round <= 200; round++) {
      const prices = Array.from(
        { length: round },
        (_, n) => ((n * 7_919 * round) % 10 ** (4 + (round % 7))) + 1,
      );
      const bins = binPrices(stepsOf(prices));
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(prices.length);
      expect(bins.length).toBeLessThanOrEqual(12);
      for (const { from, to, count } of bins) {
        expect(
          prices.filter(price => price >= from && price < (to ?? Number.POSITIVE_INFINITY)),
        ).toHaveLength(count);
      }
    }
  });
});
