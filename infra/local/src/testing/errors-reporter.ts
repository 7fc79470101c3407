import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';

/** Where the errors of a run are, beside its report. */
export const errorsBeside = (report: string): string => report.replace(/(\.json)?$/, '-errors.json');

type RunErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

/**
 * A reporter of vitest: writes the errors outside of tests, such as a rejection that nobody awaits, beside the JSON
 * report, which leaves them out.
 *
 * @public loaded by its path
 */
export default class ErrorsReporter implements Reporter {
  private report = '';

  onInit({ config: { outputFile } }: Vitest): void {
    this.report = (typeof outputFile === 'string' ? outputFile : outputFile?.json) ?? '';
  }

  async onTestRunEnd(_modules: unknown, errors: RunErrors): Promise<void> {
    if (this.report === '') throw new Error('expected --outputFile.json to name the report');
    await mkdir(dirname(this.report), { recursive: true });
    const texts = errors.map(({ stack, message }) => stack || message);
    await writeFile(errorsBeside(this.report), JSON.stringify(texts));
  }
}
