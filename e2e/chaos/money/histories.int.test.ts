import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedHistories, runDeletion, runFixed } from './regressions.ts';
import { moneyText, runMoney } from './run-money.ts';
import { type MoneyServices, startMoneyServices } from './services.ts';

/** Shorter than the test's timeout, so that a failing history is reported. */
const TEST_MS = 600_000;

let services: MoneyServices;
beforeAll(async () => {
  services = await startMoneyServices();
}, 180_000);
afterAll(() => services.stop(), 60_000);

describe('the books are clean when', () => {
  test.each(Object.entries(fixedHistories))(
    '%s',
    async (_name, history) => {
      expect(await runFixed(services, history, 2)).toEqual([]);
    },
    TEST_MS,
  );

  test(
    'a user is deleted during a trial order',
    async () => {
      expect(await runDeletion(services)).toEqual([]);
    },
    TEST_MS,
  );
});

test(
  'twenty random histories leave the books clean',
  async () => {
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
    const report = await runMoney({ services, seeds, shortenWithinMs: 60_000, mostFailures: 3 });
    expect(report.failures, moneyText(report)).toEqual([]);
  },
  TEST_MS,
);
