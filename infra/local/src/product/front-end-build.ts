import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../command.ts';
import { localDirectory, root } from '../root.ts';
import { claimFolder, type RunRecord } from '../supervisor/run-record.ts';
import { PlatformError, printLine } from '../terminal.ts';

export const frontEndFolder = `${root}/frontend/dist`;
const site = `${localDirectory}/front-end-build`;
const stamp = `${site}/sources.sha256`;

/** Builds the front end if its sources have changed since the last build. */
export async function buildFrontEnd(): Promise<void> {
  if (await isBuiltFrom(await hashOfSources())) return;
  const turn = await waitForTurn();
  try {
    const sources = await hashOfSources();
    if (await isBuiltFrom(sources)) return;
    printLine('Building the front end.');
    await runCommand(['npm', 'run', 'build', '--silent', '--prefix', root, '--workspace', 'frontend']);
    await writeFile(stamp, sources);
  } finally {
    turn.release();
  }
}

async function isBuiltFrom(sources: string): Promise<boolean> {
  const builtFrom = await readFile(stamp, 'utf8').catch(() => undefined);
  return builtFrom === sources && existsSync(`${frontEndFolder}/index.html`);
}

/** Waits until no other build of the front end runs: tests and `make start` may build at the same time. */
async function waitForTurn(): Promise<RunRecord> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    try {
      return await claimFolder(site);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (Date.now() > deadline) throw new PlatformError('Another build of the front end does not end.');
      await pause(500);
    }
  }
}

async function hashOfSources(): Promise<string> {
  const exclude = (name: string) => /(^|\/)(node_modules|dist|dist\.next)$/.test(name);
  const files = globSync(['frontend/**/*.*', 'contracts/src/**/*.ts', 'package-lock.json'], {
    cwd: root,
    exclude,
  });
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = await readFile(`${root}/${file}`).catch(() => '');
    hash.update(`${file}\0`).update(content).update('\0');
  }
  return hash.digest('hex');
}
