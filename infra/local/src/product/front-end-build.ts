import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { runCommand } from '../command.ts';
import { localDirectory, root } from '../root.ts';
import { say } from '../say.ts';

export const frontEndFolder = `${root}/frontend/dist`;
const stamp = `${localDirectory}/front-end-build.sha256`;

/** Builds the front end when what it is made of has changed since it was built last. */
export async function buildFrontEnd(): Promise<void> {
  const sources = await hashOfSources();
  const builtFrom = await readFile(stamp, 'utf8').catch(() => undefined);
  if (builtFrom === sources && existsSync(`${frontEndFolder}/index.html`)) return;
  say('Building the front end.');
  await runCommand(['npm', 'run', 'build', '--silent', '--prefix', root, '--workspace', 'frontend']);
  await mkdir(localDirectory, { recursive: true });
  await writeFile(stamp, sources);
}

async function hashOfSources(): Promise<string> {
  const exclude = (name: string) => /(^|\/)(node_modules|dist)$/.test(name);
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
