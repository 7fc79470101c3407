import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';

/** Returns the path of a run's errors, beside its report. */
export const errorsBeside = (report: string): string => report.replace(/(\.json)?$/, '-errors.json');

type RunErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

/**
 * A vitest reporter: writes errors outside tests, such as unhandled rejections, beside the JSON report, which omits
 * them.
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
