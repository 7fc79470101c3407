import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Deployment } from './deployment.ts';
import { endVersion } from './end-version.ts';

let folder: string;
const { PATH } = process.env;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/end-version-`);
  process.env.PATH = `${folder}:${PATH}`;
});
afterEach(async () => {
  process.env.PATH = PATH;
  await rm(folder, { recursive: true });
});

/** A fake engine that records its commands and reports these services as running. */
async function anEngine(...running: string[]): Promise<void> {
  const script = `#!/bin/sh
while [ "$1" != '*' ]; do shift; done
shift
echo "$*" >> ${folder}/commands
[ "$1" = ps ] && printf '%s\\n' ${running.join(' ')}
true
`;
  await writeFile(`${folder}/docker`, script);
  await chmod(`${folder}/docker`, 0o755);
}

const deployment = (settings: Record<string, string>): Deployment => ({
  ...{ settings, project: 'closingwire', state: folder },
  ...{ settingsFile: '', siteCertificate: '', certificates: '', backups: '' },
});

const commandsOf = async (settings: Record<string, string> = {}) => {
  await endVersion(deployment(settings), { image: 'closingwire', color: 'blue' });
  const lines = (await readFile(`${folder}/commands`, 'utf8')).trimEnd().split('\n');
  return lines.filter(line => !line.startsWith('ps '));
};

test.each([
  [{}, '70'],
  [{ DRAIN_S: '300' }, '310'],
])('the gateway ends before the services behind it: %j', async (settings, seconds) => {
  await anEngine('leads', 'gateway');
  expect(await commandsOf(settings)).toEqual([`stop --timeout ${seconds} gateway`, 'down --timeout 15']);
});

test('a version without a gateway is only removed', async () => {
  await anEngine();
  expect(await commandsOf()).toEqual(['down --timeout 15']);
});
