import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeDocker, fakeDocker, neverReady } from './testing/fake-docker.ts';

let docker: FakeDocker;
let folder: string;
beforeEach(async () => {
  docker = await fakeDocker();
  folder = await mkdtemp(`${tmpdir()}/terminal-`);
  await writeFile(`${folder}/settings`, 'PROJECT=shop\n');
});
afterEach(async () => {
  await docker.remove();
  await rm(folder, { recursive: true });
});

const calls = async () => (await docker.calls().catch(() => [])).join('\n');

test('a deploy without its terminal removes the version that it started', async () => {
  await docker.behave(neverReady('postgres'));
  const main = [
    `const { alone } = await import('${import.meta.dirname}/alone.ts');`,
    `const { deploy } = await import('${import.meta.dirname}/deploy.ts');`,
    `const { openDeployment } = await import('${import.meta.dirname}/deployment.ts');`,
    `await alone(await openDeployment('${folder}/settings'), deployment => deploy(deployment, { image: 'closingwire:2' }));`,
  ];
  await writeFile(`${folder}/deploy.mjs`, main.join('\n'));
  const terminal = execa('script', ['-qc', `node ${folder}/deploy.mjs`, '/dev/null'], { reject: false });
  await expect.poll(calls, { timeout: 20_000 }).toContain('inspect postgres');
  terminal.kill('SIGKILL');
  await expect.poll(calls, { timeout: 20_000 }).toContain('[shop] stop postgres kafka mongo caddy backup');
});
