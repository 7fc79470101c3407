import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { printLine } from '../terminal.ts';

// node summary.ts <failed checks before the tests> <vitest's JSON report>…: ends a CI run in its one line.
const schema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

type Count = { passed: number; failed: number };
type FileResult = z.output<typeof schema>['testResults'][number];

const MESSAGE_LINES = 40;
const opening = (text: string) => text.split('\n').slice(0, MESSAGE_LINES).join('\n');

/** The failures once more at the very end, where a long log is read first. */
function printFailures({ name, message, assertionResults }: FileResult): void {
  const failures = assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failures) {
    printLine(`FAILED ${name}: ${fullName}\n${opening((failureMessages ?? []).join('\n'))}\n`);
  }
  if (failures.length === 0) printLine(`FAILED ${name}\n${opening(message)}\n`);
}

/**
 * A file that fails without a failed test could not be loaded, and a run without a report fell over: each counts as
 * one.
 */
async function countOf(file: string): Promise<Count> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    printLine(`FAILED: no report in ${file}`);
    return { passed: 0, failed: 1 };
  }
  const { numPassedTests, numFailedTests, success, testResults } = schema.parse(JSON.parse(text));
  for (const result of testResults) if (result.status === 'failed') printFailures(result);
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
printLine(`${passed} passed, ${failed} failed`);
