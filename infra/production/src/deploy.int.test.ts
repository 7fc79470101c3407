import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deploy } from './deploy.ts';
import {
  type Deployment,
  makeFolders,
  openDeployment,
  type Running,
  readRunning,
  writeRunning,
} from './deployment.ts';
import { type FakeDocker, fakeDocker, neverReady } from './testing/fake-docker.ts';

const settings = 'PROJECT=shop\nPUBLIC_URL=https://app.closingwire.test\nIMAGE=closingwire:2\n';
const old: Running = { color: 'blue', image: 'shop:content-old', name: 'closingwire:1' };

let docker: FakeDocker;
let folder: string;
let deployment: Deployment;
beforeEach(async () => {
  docker = await fakeDocker();
  folder = await mkdtemp(`${tmpdir()}/deploy-`);
  await writeFile(`${folder}/settings`, settings);
  deployment = await openDeployment(`${folder}/settings`);
});
afterEach(async () => {
  await docker.remove();
  await rm(folder, { recursive: true });
});

/** Sets up a running version, as an earlier deploy leaves it. */
async function serveOld(): Promise<void> {
  await makeFolders(deployment);
  await writeRunning(deployment, old);
  await docker.run('shop-blue', ['gateway', 'billing']);
  await docker.run('shop', ['postgres', 'kafka', 'mongo', 'caddy', 'backup']);
}

/** Returns, of these calls, the ones that happened, in order. */
async function order(...wanted: string[]): Promise<string[]> {
  const calls = await docker.calls();
  return calls.filter(call => wanted.some(each => call.includes(each)));
}

test('the first deploy writes to the place of backups before requests come', async () => {
  await deploy(deployment);
  expect(await order('exec -T gateway', 'cli withdrawals', 'no-deps backup', 'no-deps caddy')).toEqual([
    expect.stringContaining('compose [shop-blue] exec -T gateway'),
    'compose [shop] run --rm cli withdrawals save',
    'compose [shop] up --detach --no-deps backup',
    'compose [shop] up --detach --no-deps caddy',
  ]);
});

test('an unwritable place of backups ends the first deploy', async () => {
  await docker.behave('case $call in *withdrawals*) exit 1;; esac');
  await expect(deploy(deployment)).rejects.toThrow(
    'The place of backups takes no file: the reason is above. What this command started is stopped; data and settings stay.',
  );
  expect((await docker.calls()).at(-1)).toBe('compose [shop] stop postgres kafka mongo caddy backup');
});

test('an update examines the servers before it takes a backup', async () => {
  await serveOld();
  await deploy(deployment);
  expect(await order('run --rm cli')).toEqual([
    expect.stringContaining('cli databases create'),
    'compose [shop] run --rm cli doctor --servers',
    'compose [shop] run --rm cli backup',
  ]);
});

test('a failing backup schedule ends a deploy, and the earlier one continues', async () => {
  await serveOld();
  await docker.crash('backup');
  await expect(deploy(deployment)).rejects.toThrow(
    'Backups do not run: the reason is above. closingwire:1 serves requests as before.',
  );
  expect(await readRunning(deployment)).toEqual(old);
  expect((await docker.calls()).slice(-2)).toEqual([
    'compose [shop] up --detach --no-deps backup',
    'compose [shop-green] down --timeout 15',
  ]);
});

test('a process that keeps restarting fails the deploy within seconds', async () => {
  await serveOld();
  await docker.crash('billing');
  await expect(deploy(deployment)).rejects.toThrow('closingwire:2 did not become ready');
  expect(await order('logs')).toEqual(['compose [shop-green] logs --tail 30 billing']);
});

test('a server that keeps restarting fails the deploy', async () => {
  await docker.crash('postgres');
  await expect(deploy(deployment)).rejects.toThrow('The servers are not ready');
});

test('a version that was stopped halfway does not count as serving', async () => {
  await serveOld();
  await docker.run('shop-blue', []);
  await docker.crash('billing');
  await expect(deploy(deployment)).rejects.toThrow('What this command started is stopped');
});

test('a version that does not stop is only printed after the switch', async () => {
  await serveOld();
  await docker.behave("case $call in *'[shop-blue] down'*) exit 1;; esac");
  expect((await deploy(deployment)).name).toBe('closingwire:2');
});

test('an interrupted wait leaves Caddy on the earlier version', async () => {
  await serveOld();
  await docker.behave(`case $call in *'[shop-green] up'*) touch ${docker.folder}/starts;; esac
${neverReady('gateway')}`);
  const operator = new AbortController();
  const deployed = deploy({ ...deployment, turn: { add() {}, interrupted: operator.signal } });
  await expect.poll(() => access(`${docker.folder}/starts`).then(() => true), { timeout: 20_000 }).toBe(true);
  operator.abort();
  await expect(deployed).rejects.toThrow('closingwire:1 serves requests as before');
});

test('images that a rollback does not need are removed', async () => {
  await serveOld();
  await docker.behave(`case $call in
  'image ls'*) printf '%s\\n' shop:content-old shop:content-0123456789ab shop:content-older; exit;;
  'image inspect'*older) printf '%s\\n' shop:content-older shop:v0 registry.example.com/shop:0 closingwire:0; exit;;
esac`);
  await deploy(deployment);
  expect(await order('image rm')).toEqual([
    'image rm shop:content-older shop:v0 registry.example.com/shop:0',
  ]);
});
