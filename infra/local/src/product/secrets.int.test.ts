import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localSecrets } from './secrets.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/secrets-`);
});
afterEach(() => rm(dir, { recursive: true }));

test('secrets are made once and stay the same', async () => {
  expect(await localSecrets(dir)).toEqual(await localSecrets(dir));
});

test('only their owner can read the secrets', async () => {
  await localSecrets(dir);
  expect((await stat(`${dir}/secrets.json`)).mode & 0o777).toBe(0o600);
});

test('two platforms have different secrets', async () => {
  expect((await localSecrets(dir)).serviceSecret).not.toBe(
    (await localSecrets(`${dir}/other`)).serviceSecret,
  );
});

test('a secret that a newer version needs is added', async () => {
  const { webhookSecret, ...older } = await localSecrets(dir);
  await writeFile(`${dir}/secrets.json`, JSON.stringify(older));
  const newer = await localSecrets(dir);
  expect(newer).toMatchObject(older);
  expect(newer.webhookSecret).not.toBe(webhookSecret);
  expect(JSON.parse(await readFile(`${dir}/secrets.json`, 'utf8'))).toEqual(newer);
});
