import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { containerEngineAnswers } from '../src/containers/container-engine.ts';

let bin: string;
beforeEach(async () => {
  bin = await mkdtemp(`${tmpdir()}/docker-`);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(bin, { recursive: true });
});

/** A `docker` command on PATH, as machines have it. */
async function installDocker(script: string): Promise<void> {
  await writeFile(`${bin}/docker`, `#!/bin/sh\n${script}\n`);
  await chmod(`${bin}/docker`, 0o755);
}

test('an engine that tells its version counts', async () => {
  await installDocker('exit 0');
  expect(await containerEngineAnswers()).toBe(true);
});

test('a client without an engine does not count', async () => {
  await installDocker('[ "$1" = compose ]');
  expect(await containerEngineAnswers()).toBe(false);
});

test('an engine without compose does not count', async () => {
  await installDocker('[ "$1" = version ]');
  expect(await containerEngineAnswers()).toBe(false);
});

test('an engine that hangs does not count', async () => {
  await installDocker('exec sleep 30');
  expect(await containerEngineAnswers()).toBe(false);
});
