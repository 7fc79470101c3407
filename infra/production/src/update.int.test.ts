import { access, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { root } from '@closingwire/local/root';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
const git = (where: string, ...args: string[]) =>
  execa('git', ['-C', `${folder}/${where}`, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);

/** Makes a version whose `make deploy` prints its name and then runs `deploy`. */
async function release(name: string, deploy: string): Promise<void> {
  await writeFile(`${folder}/origin/Makefile`, `deploy:\n\t@echo '${name}' '$(IMAGE)' && ${deploy}\n`);
  await git('origin', 'commit', '--quiet', '--all', '--message', name);
  await git('origin', 'tag', name);
}

const update = (version: string) =>
  execa(`${root}/infra/production/update`, [version, '', 'some-image'], {
    cwd: `${folder}/server`,
    reject: false,
  });

/** Starts an update whose deploy takes a minute, in its own terminal. */
async function longUpdate(version: string) {
  await release(version, `touch '${folder}/deploys' && sleep 60`);
  const running = execa(`${root}/infra/production/update`, [version, '', ''], {
    cwd: `${folder}/server`,
    detached: true,
    reject: false,
  });
  const deploys = () => access(`${folder}/deploys`).then(() => true);
  await expect.poll(deploys, { timeout: 20_000 }).toBe(true);
  return {
    running,
    press: (signal: NodeJS.Signals) => process.kill(-(running.pid ?? Number.NaN), signal),
  };
}

const inFolder = (...command: string[]) =>
  execa(`${root}/infra/production/in-folder`, command, { cwd: `${folder}/server`, reject: false });

const revision = async () => (await git('server', 'describe', '--tags')).stdout;

beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/update-`);
  await execa('git', ['init', '--quiet', '--initial-branch', 'main', `${folder}/origin`]);
  await cp(`${root}/infra/production/update`, `${folder}/origin/infra/production/update`);
  await writeFile(`${folder}/origin/Makefile`, '');
  await git('origin', 'add', '.');
  await release('v1', 'true');
  await execa('git', ['clone', '--quiet', `${folder}/origin`, `${folder}/server`]);
});
afterEach(() => rm(folder, { recursive: true }));

test('an update deploys the newest version of the branch', async () => {
  await release('v2', 'true');
  expect((await update('')).stdout).toBe('v2 some-image');
  expect(await revision()).toBe('v2');
});

test('an update deploys the requested version', async () => {
  await release('v2', 'true');
  await release('v3', 'true');
  expect((await update('v2')).stdout).toBe('v2 some-image');
  expect(await revision()).toBe('v2');
});

test('an update follows the branch again after a certain version', async () => {
  await release('v2', 'true');
  await update('v2');
  await release('v3', 'true');
  expect((await update('')).stdout).toBe('v3 some-image');
});

test.each(['', 'v2'])('the folder goes back when version "%s" is not taken', async version => {
  await release('v2', 'false');
  expect((await update(version)).exitCode).toBe(1);
  expect(await revision()).toBe('v1');
  expect((await git('server', 'status', '--porcelain')).stdout).toBe('');
});

test.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)('the folder goes back after %s', async signal => {
  const { running, press } = await longUpdate('v2');
  press(signal);
  expect((await running).exitCode).toBe(1);
  expect(await revision()).toBe('v1');
  expect((await git('server', 'symbolic-ref', '--short', 'HEAD')).stdout).toBe('main');
});

test('a second update does not move the folder of the first', async () => {
  await release('v3', 'true');
  const { running, press } = await longUpdate('v2');
  const second = await update('v3');
  expect(second).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('one runs. Wait for its end.'),
  });
  expect(await revision()).toBe('v2');
  expect((await inFolder('true')).stderr).toBe(
    'Expected no update of this folder; one runs. Wait for its end.',
  );
  press('SIGINT');
  await running;
});

test('an update fails while another command runs', async () => {
  await release('v2', 'true');
  const deploy = inFolder('sleep', '60');
  await expect.poll(async () => (await update('v2')).exitCode, { timeout: 20_000 }).toBe(1);
  expect(await revision()).toBe('v1');
  deploy.kill();
  await deploy;
});

test('the deploy of an update runs in its folder', async () => {
  await release('v2', `${root}/infra/production/in-folder true`);
  expect((await update('v2')).exitCode).toBe(0);
});
