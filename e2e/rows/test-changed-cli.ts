import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { changedTests, type Journey } from './changed-tests.ts';
import { rowsById } from './registry.ts';
import { rowCalls } from './row-calls.ts';

// node test-changed-cli.ts <1 or a revision>: runs the tests that changes since the revision can affect. 1 means the
// branch point from the upstream, or HEAD without an upstream.
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function upstream(): string {
  try {
    return git('merge-base', 'HEAD', '@{upstream}');
  } catch {
    return 'HEAD';
  }
}

const pages = readFileSync('frontend/src/app/pages.ts', 'utf8');
const screensOf = (feature: string) =>
  [...pages.matchAll(/'([^']+)': \(\) => import\('\.\.\/features\/([^/]+)\//g)]
    .filter(([, , folder]) => folder === feature)
    .map(([, path = '']) => path.replace(/:(\w+)/g, '{$1}'));

function journeys(): Journey[] {
  const rows = Map.groupBy(rowCalls(), ({ file }) => file);
  return [...rows]
    .filter(([file]) => file.endsWith('.journey.ts'))
    .map(([file, calls]) => ({
      file,
      screens: calls.flatMap(({ id }) => rowsById.get(id)?.screen ?? []),
    }));
}

function run(...args: string[]): void {
  console.log(`vitest ${args.join(' ')}`);
  const { status } = spawnSync('vitest', args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

const [since = '1'] = process.argv.slice(2);
const base = since === '1' ? upstream() : since;
const listed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
const files = listed.flatMap(text => text.split('\n')).filter(file => file !== '' && existsSync(file));
const tests = changedTests(files, { journeys: journeys(), screensOf });

const fast = ['--project', 'unit', '--project', 'servers', '--passWithNoTests'];
if (tests.folders.length > 0) run('run', ...fast, ...tests.folders.map(folder => `${folder}/`));
if (tests.modules.length > 0) run('related', '--run', ...fast, ...tests.modules);
if (tests.journeys.length > 0) run('run', '--project', 'journeys*', ...tests.journeys);
