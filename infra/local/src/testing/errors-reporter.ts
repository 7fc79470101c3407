import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Returns the path of a run's errors, beside its report. */
export const errorsBeside = (report: string): string => report.replace(/(\.json)?$/, '-errors.json');

type RunErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

type Caused = { stack?: string; message: string; cause?: unknown };

/** Returns the errors that led to this one, the nearest first. */
function* causesOf({ cause }: Caused): Generator<string> {
  if (typeof cause !== 'object' || cause === null || !('message' in cause)) return;
  const error = cause as Caused;
  yield `Caused by: ${error.stack || error.message}`;
  yield* causesOf(error);
}

/** Returns the name of a test in the JSON report: its groups' titles and its own. */
function nameOf(test: TestCase): string {
  const titles = [test.name];
  for (let group = test.parent; group.type === 'suite'; group = group.parent) titles.unshift(group.name);
  return titles.join(' ');
}

/** Returns the causes of the failed tests of a file, by the test's name in the JSON report. */
function causesByTest(module: TestModule): Record<string, string> {
  const tests = [...module.children.allTests('failed')].map(test => {
    const causes = (test.result().errors ?? []).flatMap(error => [...causesOf(error)]);
    return [nameOf(test), causes.join('\n')] as const;
  });
  return Object.fromEntries(tests.filter(([, causes]) => causes !== ''));
}

/**
 * A vitest reporter: writes beside the JSON report what it omits: errors outside tests, such as unhandled rejections, and
 * the causes of failed tests by file and test.
 *
 * @public loaded by its path
 */
export default class ErrorsReporter implements Reporter {
  private report = '';

  onInit({ config: { outputFile } }: Vitest): void {
    this.report = (typeof outputFile === 'string' ? outputFile : outputFile?.json) ?? '';
  }

  async onTestRunEnd(modules: readonly TestModule[], errors: RunErrors): Promise<void> {
    if (this.report === '') throw new Error('expected --outputFile.json to name the report');
    await mkdir(dirname(this.report), { recursive: true });
    const outside = errors.map(({ stack, message }) => stack || message);
    const causes = Object.fromEntries(modules.map(module => [module.moduleId, causesByTest(module)]));
    await writeFile(errorsBeside(this.report), JSON.stringify({ outside, causes }));
  }
}
