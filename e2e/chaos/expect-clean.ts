import { expect } from 'vitest';
import { isClean } from './judge.ts';
import { reportText } from './report-text.ts';
import type { ChaosReport } from './run-chaos.ts';

/** Fails with the report if a workload lost, duplicated or invented an effect. */
export function expectClean(report: ChaosReport, what?: string): void {
  const unclean = report.verdicts.filter(({ verdict }) => !isClean(verdict));
  expect(unclean, reportText(report, what)).toEqual([]);
}
