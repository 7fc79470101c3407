import { expect } from 'vitest';
import { isClean } from './judge.ts';
import { reportText } from './report-text.ts';
import type { ChaosReport } from './run-chaos.ts';

/** Fails, with the report as its text, when a workload lost, doubled or invented something. */
export function expectClean(report: ChaosReport, what?: string): void {
  const unclean = report.verdicts.filter(({ verdict }) => !isClean(verdict));
  expect(unclean, reportText(report, what)).toEqual([]);
}
