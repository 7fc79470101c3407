import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { printLine } from '../terminal.ts';
import { errorsBeside } from './errors-reporter.ts';

// node summary.ts <failed checks before the tests> <exit code of the tests> <vitest's JSON report>…: prints the last
// line of a CI run.
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

/** The file that `errors-reporter` writes. */
const omitted = z.object({
  outside: z.array(z.string()),
  causes: z.record(z.string(), z.record(z.string(), z.string())),
});

type Count = { passed: number; failed: number };
type FileResult = z.output<typeof schema>['testResults'][number];

const MESSAGE_LINES = 40;
const opening = (text: string) => text.split('\n').slice(0, MESSAGE_LINES).join('\n');

/** Repeats failures at the end of the log, where readers look first. */
function printFailures(
  { name, message, assertionResults }: FileResult,
  causes: Record<string, string> = {},
): void {
  const failures = assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failures) {
    const cause = causes[fullName] ? `\n${opening(causes[fullName])}` : '';
    printLine(`FAILED ${name}: ${fullName}\n${opening((failureMessages ?? []).join('\n'))}${cause}\n`);
  }
  if (failures.length === 0) printLine(`FAILED ${name}\n${opening(message)}\n`);
}

/**
 * Counts tests. A file that fails without a failed test could not be loaded, and a run without a report crashed: each
 * counts as one failure, as does each error outside tests.
 */
async function countOf(file: string): Promise<Count> {
  const files = [file, errorsBeside(file)].map(path => readFile(path, 'utf8').catch(() => undefined));
  const [text, errorsText] = await Promise.all(files);
  if (text === undefined || errorsText === undefined) {
    printLine(`FAILED: no report in ${file}`);
    return { passed: 0, failed: 1 };
  }
  const { numPassedTests, numFailedTests, success, testResults } = schema.parse(JSON.parse(text));
  const { outside, causes } = omitted.parse(JSON.parse(errorsText));
  for (const result of testResults) {
    if (result.status === 'failed') printFailures(result, causes[result.name]);
  }
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(test => test.status === 'failed'),
  );
  for (const error of outside) printLine(`FAILED outside of tests: ${opening(error)}\n`);
  const failed = numFailedTests + brokenFiles.length + outside.length;
  return { passed: numPassedTests, failed: failed === 0 && !success ? 1 : failed };
}

const [failedChecks = '0', exitCode = '0', ...reports] = process.argv.slice(2);
const counts = await Promise.all(reports.map(countOf));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failedTests = counts.reduce((sum, count) => sum + count.failed, 0);
/** Failures after the reports are written, such as servers that do not stop, are only in the log. */
const isSilent = exitCode !== '0' && failedTests === 0;
if (isSilent)
  printLine(`FAILED: the tests ended with ${exitCode}, and no report has why; see the log above\n`);
const failed = Number(failedChecks) + failedTests + Number(isSilent);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
printLine(`${passed} passed, ${failed} failed`);
