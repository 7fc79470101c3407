import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../src/root.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(`${tmpdir()}/summary-`);
});
afterAll(() => rm(dir, { recursive: true }));

const testing = `${root}/infra/local/src/testing`;
const sound = "test('adds up', () => {});\n";

/** Runs vitest over these files and returns its exit code and the summary's output. */
async function summaryOf(name: string, files: Record<string, string>) {
  const folder = `${dir}/${name}`;
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(`${folder}/${file}`, text);
  const run = (script: string, ...args: string[]) =>
    execa(process.execPath, [`${root}/${script}`, ...args], { reject: false, env: { VITEST: undefined } });
  const report = `${folder}/report.json`;
  const { exitCode } = await run(
    'node_modules/vitest/vitest.mjs',
    ...['run', '--globals', '--root', folder, '--reporter=json', `--reporter=${testing}/errors-reporter.ts`],
    `--outputFile.json=${report}`,
  );
  const summary = await run('infra/local/src/testing/summary.ts', '0', `${exitCode}`, report);
  return { exitCode: summary.exitCode, lines: summary.stdout.split('\n') };
}

test('a successful run has no failure', async () => {
  const summary = await summaryOf('sound', { 'a.test.ts': sound });
  expect(summary).toEqual({ exitCode: 0, lines: ['1 passed, 0 failed'] });
});

test('each error outside of tests is a failure', async () => {
  const rejections = "for (const what of [new Error('one'), 'two']) void Promise.reject(what);\n";
  const { exitCode, lines } = await summaryOf('errors', { 'a.test.ts': `${rejections}${sound}` });
  expect([exitCode, lines.at(-1)]).toEqual([1, '1 passed, 2 failed']);
  expect(lines).toContain('FAILED outside of tests: Error: one');
  expect(lines).toContain('FAILED outside of tests: two');
});

test('a failed test is printed with the causes of its error', async () => {
  const failing = `describe('a group', () => {
    test('adds > up', () => {
      throw new Error('outer', { cause: new TypeError('inner', { cause: new Error('innermost') }) });
    });
  });`;
  const { lines } = await summaryOf('causes', { 'a.test.ts': failing });
  expect(lines).toEqual(
    expect.arrayContaining(['Error: outer', 'Caused by: TypeError: inner', 'Caused by: Error: innermost']),
  );
});

test('a failure after the report counts', async () => {
  const { exitCode, lines } = await summaryOf('teardown', {
    'a.test.ts': sound,
    'setup.ts': "export const teardown = () => { throw new Error('still runs'); };\n",
    'vitest.config.mjs': "export default { test: { globalSetup: './setup.ts' } };\n",
  });
  expect([exitCode, lines.at(-1)]).toEqual([1, '1 passed, 1 failed']);
  expect(lines[0]).toBe('FAILED: the tests ended with 1, and no report has why; see the log above');
});
