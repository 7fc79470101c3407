import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { root } from '../src/root.ts';
import { topology } from '../src/topology.ts';

const compose = await readFile(`${root}/docker-compose.yml`, 'utf8');

test('compose runs every process of the topology', () => {
  const commands = [...compose.matchAll(/^ {4}command: (\S+\.ts)$/gm)].map(([, entry]) => entry);
  expect(commands.toSorted()).toEqual(topology.map(({ entry }) => entry).toSorted());
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

test('the containers hear of trials and prices what the example names', async () => {
  const example = await readFile(`${root}/.env.example`, 'utf8');
  const terms = [...example.matchAll(/^#((?:TRIAL|HOLD|PRICE)_\w+)=(\d+)$/gm)];
  expect(terms).toHaveLength(4);
  for (const [, name, value] of terms) expect(compose).toContain(`${name}: \${${name}:-${value}}`);
});
