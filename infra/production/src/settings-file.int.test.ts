import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { parseEnv } from 'node:util';
import { root } from '@closingwire/local/root';
import { productionGroups, productionNames, sharedGroups } from '@closingwire/topology/production-settings';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDeployment } from './deployment.ts';
import { productionFiles } from './production-files.ts';
import { writeSettings } from './settings-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/production-`);
});
afterEach(() => rm(folder, { recursive: true }));

test('the files of a server are in step with the topology', async () => {
  for (const [file, text] of Object.entries(productionFiles()))
    expect(await readFile(`${root}/${file}`, 'utf8'), `run \`make environment-files\`: ${file}`).toBe(text);
});

test('a new settings file has secrets of its own, for its owner alone', async () => {
  const file = `${folder}/.env.production`;
  await writeSettings(file);
  await writeSettings(`${folder}/other`);
  const [one, other] = await Promise.all(
    [file, `${folder}/other`].map(async name => parseEnv(await readFile(name, 'utf8'))),
  );
  for (const name of ['SERVICE_SECRET', 'WEBHOOK_SECRET', 'INGESTION_KEY', 'POSTGRES_PASSWORD']) {
    expect(one?.[name]?.length, name).toBeGreaterThanOrEqual(40);
    expect(one?.[name]).not.toBe(other?.[name]);
  }
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('the folder of the settings is created', async () => {
  await writeSettings(`${folder}/second/.env.production`);
  expect(await readFile(`${folder}/second/.env.production`, 'utf8')).toContain('SERVICE_SECRET=');
});

test('existing settings are not overwritten', async () => {
  await writeSettings(`${folder}/a`);
  await expect(writeSettings(`${folder}/a`)).rejects.toThrow('it has settings that would be lost');
});

test('the error about missing settings names the command that writes them', async () => {
  await expect(openDeployment(`${folder}/none`)).rejects.toThrow(
    'Write them with `make production-settings`',
  );
});

test('a duplicate setting is an error with both lines', async () => {
  const file = `${folder}/.env.production`;
  await writeFile(file, 'PUBLIC_URL=https://a.example\nMAIL_FROM=a\nPUBLIC_URL=https://b.example\n');
  await expect(openDeployment(file)).rejects.toThrow(
    `${file}: PUBLIC_URL: expected one line, got lines 1 and 3; remove all but one.`,
  );
});

test('the example names every setting once', async () => {
  const example = await readFile(`${root}/.env.production.example`, 'utf8');
  for (const name of productionNames)
    expect([...example.matchAll(new RegExp(`^#?${name}=`, 'gm'))], name).toHaveLength(1);
});

test('the runbook describes how to change every secret', async () => {
  const runbook = await readFile(`${root}/docs/runbooks/production.md`, 'utf8');
  const described = [...runbook.matchAll(/^\|([^|]+)\|/gm)].map(([, cell = '']) => cell).join();
  const secrets = [
    ...productionGroups.flatMap(({ settings }) => settings).filter(({ secret }) => secret),
    ...sharedGroups.flatMap(({ secret = [] }) => secret.map(name => ({ name }))),
  ];
  expect(secrets.filter(({ name }) => !described.includes(`\`${name}\``))).toEqual([]);
});

test('an image contains only the source', async () => {
  const lines = (await readFile(`${root}/.dockerignore`, 'utf8')).split('\n');
  const { stdout } = await execa('git', ['-C', root, 'ls-tree', '--name-only', 'HEAD']);
  const [first, ...rules] = lines.filter(line => line && !line.startsWith('#'));
  expect(first).toBe('*');
  for (const [, name] of rules.flatMap(rule => [/^!([^*]+)/.exec(rule) ?? []]))
    if (name)
      expect(
        stdout.split('\n').some(file => file.startsWith(name)),
        name,
      ).toBe(true);
  expect(rules).toEqual(
    expect.arrayContaining(['**/.env*', '**/.production', '**/backups', '**/certificates']),
  );
});
