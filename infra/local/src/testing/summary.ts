import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { say } from '../say.ts';

// node summary.ts <failed checks before the tests> <vitest's JSON report>…: ends a CI run in its one line.
const schema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

type Count = { passed: number; failed: number };

/** A file that fails without a failed test could not be loaded, and a run without a report fell over: each counts as one. */
async function countOf(file: string): Promise<Count> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, success, testResults } = schema.parse(JSON.parse(text));
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(test => test.status === 'failed'),
  );
  const failed = numFailedTests + brokenFiles.length;
  return { passed: numPassedTests, failed: failed === 0 && !success ? 1 : failed };
}

const [failedChecks = '0', ...reports] = process.argv.slice(2);
const counts = await Promise.all(reports.map(countOf));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, Number(failedChecks));
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
say(`${passed} passed, ${failed} failed`);
