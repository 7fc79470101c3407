import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { identityOf } from '@closingwire/local/supervisor/run-record';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeFolders, openDeployment, writeRunning } from './deployment.ts';
import { type FakeDocker, fakeDocker } from './testing/fake-docker.ts';

// The doctor waits for replies from the internet.
vi.setConfig({ testTimeout: 60_000 });

let docker: FakeDocker;
let folder: string;
beforeEach(async () => {
  docker = await fakeDocker();
  folder = await mkdtemp(`${tmpdir()}/production-cli-`);
  await writeFile(`${folder}/settings`, 'PROJECT=shop\nSTRIPE_API_URL=http://127.0.0.1:9\n');
  const deployment = await openDeployment(`${folder}/settings`);
  await makeFolders(deployment);
  await writeRunning(deployment, { color: 'blue', image: 'shop:content-old', name: 'closingwire:1' });
});
afterEach(async () => {
  await docker.remove();
  await rm(folder, { recursive: true });
});

const command = (verb: string, stdio: 'pipe' | 'ignore' = 'pipe') =>
  execa('node', [`${import.meta.dirname}/production-cli.ts`, verb], {
    stdio,
    env: { SETTINGS: `${folder}/settings`, WITHOUT_BACKUP: '1' },
    reject: false,
  });

test('a command ends processes of a killed one', async () => {
  const file = `${docker.folder}/plugin`;
  // Docker starts Compose as a child process.
  await docker.behave(`case $call in *down*) sleep 60 & echo $! > ${file}; wait; exit;; esac`);
  const killed = command('stop', 'ignore');
  await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 20_000 }).toMatch(/\d\n/);
  const plugin = Number(await readFile(file, 'utf8'));
  killed.kill('SIGKILL');
  await killed;
  expect(identityOf(plugin)).toBeDefined();
  await docker.behave('');
  expect((await command('stop')).exitCode).toBe(0);
  expect(identityOf(plugin)).toBeUndefined();
});

test('the doctor checks the servers of a running product', async () => {
  // The doctor exits with 1, because nearly all settings are missing.
  expect((await command('doctor')).exitCode).toBe(1);
  expect(await docker.calls()).toContain('compose [shop] run --rm cli doctor --servers');
});
