import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentFiles, settingsFile } from '../src/containers/environment-files.ts';
import { root } from '../src/root.ts';
import { nodeOptionsOf, topology } from '../src/topology.ts';

const compose = await readFile(`${root}/docker-compose.yml`, 'utf8');

test('compose runs every process of the topology', () => {
  const commands = [...compose.matchAll(/^ {4}command: (\S.*\.ts)$/gm)].map(([, command]) => command);
  expect(commands.toSorted()).toEqual(
    topology.map(process => [...nodeOptionsOf(process), process.entry].join(' ')).toSorted(),
  );
});

test('the containers make every database of the topology', async () => {
  const script = await readFile(`${root}/infra/containers/create-databases.sql`, 'utf8');
  const made = [...script.matchAll(/^create database (\w+);$/gm)].map(([, name]) => name);
  expect(made.toSorted()).toEqual(
    [...new Set(topology.flatMap(({ database }) => database ?? []))].toSorted(),
  );
});

test('the example environment names every port variable', async () => {
  const example = await readFile(`${root}/.env.example`, 'utf8');
  for (const { port } of topology) expect(example).toContain(`#${port.variable}=${port.usual}`);
});

test('the files written from the topology are in step with it', async () => {
  for (const [file, text] of Object.entries(await environmentFiles())) {
    expect(await readFile(`${root}/${file}`, 'utf8'), `run \`make environment-files\`: ${file}`).toBe(text);
  }
});

test('the containers get every setting that the example names', async () => {
  const example = await readFile(`${root}/.env.example`, 'utf8');
  const [, named = ''] = example.split('whsec_…\n');
  const values = Object.fromEntries(
    [...named.matchAll(/^#([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(values)).toEqual(expect.arrayContaining(['TRIAL_DAYS', 'PRICE_CENTS', 'MAIL_FROM']));
  const given = settingsFile(values);
  for (const [name, value] of Object.entries(values)) expect(given).toContain(`${name}='${value}'\n`);
  const processes = parse(compose, { merge: true }).services;
  for (const { name } of topology) {
    expect(processes[name].env_file).toEqual([{ path: '.local/settings.env', required: false }]);
  }
});

test('what nobody set is left to each process', () => {
  expect(settingsFile({ TRIAL_DAYS: '', MAIL_FROM: "O'Hara <o@x.test>", HOME: '/' })).toBe(
    "MAIL_FROM='O\\'Hara <o@x.test>'\n",
  );
});
