import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { say } from '../say.ts';

// node summary.ts <vitest's JSON report> <failed checks before the tests>: ends a CI run in its one line.
const schema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const nothingRan = { numPassedTests: 0, numFailedTests: 1, success: false, testResults: [] };
const [file = '', failedChecks = '0'] = process.argv.slice(2);
const report = await readFile(file, 'utf8').then(
  text => schema.parse(JSON.parse(text)),
  () => nothingRan,
);

/** A file that fails without a failed test could not be loaded: it counts as one. */
const brokenFiles = report.testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some(test => test.status === 'failed'),
);
const failed = report.numFailedTests + brokenFiles.length + Number(failedChecks);
process.exitCode = failed === 0 && report.numPassedTests > 0 && report.success ? 0 : 1;
say(`${report.numPassedTests} passed, ${failed} failed`);
