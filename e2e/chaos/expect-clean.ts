import { expect } from 'vitest';
import { isClean } from './judge.ts';
import { reportText } from './report-text.ts';
import { type ChaosOptions, type ChaosReport, runChaos } from './run-chaos.ts';

/** Fails with the report if a workload lost, duplicated or invented an effect. */
export function expectClean(report: ChaosReport, what?: string): void {
  const unclean = report.verdicts.filter(({ verdict }) => !isClean(verdict));
  expect(unclean, reportText(report, what)).toEqual([]);
}

/** Runs workloads during faults and expects that no accepted command is lost or repeated. */
export async function expectNoLoss(
  what: string,
  options: Pick<ChaosOptions, 'whole' | 'targets'> & Partial<ChaosOptions>,
): Promise<void> {
  // Shorter than a test's timeout, so that the report of an unclean history is printed.
  const report = await runChaos({ rounds: 1, settleWithinMs: 240_000, seed: 24, ...options });
  expectClean(report, what);
  expect(report.verdicts.every(({ verdict }) => verdict.sent.accepted > 0)).toBe(true);
}
