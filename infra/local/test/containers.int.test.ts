import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nodeOptionsOf, topology } from '@closingwire/topology';
import { commonGroups } from '@closingwire/topology/production-settings';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environmentFiles, settingsFile } from '../src/containers/environment-files.ts';
import { portsOfProcesses, portsOfServers } from '../src/ports/ports-of-start.ts';
import { root } from '../src/root.ts';

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

test('the containers read the ports that they publish, and no other', async () => {
  const published = [...compose.matchAll(/\$\{([A-Z_]+_PORT)/g)].map(([, variable]) => variable);
  const offered = [...portsOfServers.everywhere, ...portsOfProcesses.everywhere];
  expect(new Set(offered.map(({ variable }) => variable))).toEqual(new Set(published));
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

test("unset settings keep each process's default", () => {
  expect(settingsFile({ TRIAL_DAYS: '', MAIL_FROM: "O'Hara <o@x.test>", HOME: '/' })).toBe(
    "MAIL_FROM='O\\'Hara <o@x.test>'\n",
  );
});

/** Set by another setting (the standby), or only by tests and platforms of another shape. */
const isSetElsewhere = (name: string) => name === 'DATABASE_STANDBY_URL' || name.endsWith('_MANAGEMENT_URL');

const processesByFolder = Map.groupBy(topology, ({ entry }) => dirname(entry));
const folders = [...processesByFolder.keys()];

/** Returns the variables that a folder's processes read: every object in their configuration with a port. */
async function variablesOf(folder: string): Promise<Map<string, z.ZodType>> {
  const exported: unknown[] = Object.values(await import(`${root}/${folder}/config.ts`));
  const read = exported.filter(one => one instanceof z.ZodObject && 'PORT' in one.shape) as z.ZodObject[];
  return new Map(read.flatMap(({ shape }) => Object.entries(shape as Record<string, z.ZodType>)));
}

describe('the example environment', () => {
  test.each(folders)('names every setting that %s reads', async folder => {
    const own = await readFile(`${root}/${dirname(folder)}/.env.example`, 'utf8').catch(() => '');
    const example = `${await readFile(`${root}/.env.example`, 'utf8')}${own}`;
    const { services } = parse(compose, { merge: true });
    const given = (processesByFolder.get(folder) ?? []).flatMap(({ name }) =>
      Object.keys(services[name].environment),
    );
    const isNamed = (variable: string) => new RegExp(`^#?${variable}=`, 'm').test(example);
    const variables = [...(await variablesOf(folder)).keys()];
    expect(variables).toContain('PORT');
    expect(
      variables.filter(name => !(given.includes(name) || isNamed(name) || isSetElsewhere(name))),
    ).toEqual([]);
  });

  test('names the settings of `make start`', async () => {
    const example = await readFile(`${root}/.env.example`, 'utf8');
    for (const file of ['start.ts', 'product/wiring.ts']) {
      const source = await readFile(`${root}/infra/local/src/${file}`, 'utf8');
      const read = [...source.matchAll(/\benv\.([A-Z][A-Z_]+)/g)].map(([, variable]) => variable);
      expect(read).not.toEqual([]);
      for (const variable of read) expect(example).toContain(`\n#${variable}=`);
    }
    expect(example).toContain('\n#PROMETHEUS_PORT=19090\n');
  });

  test('shows the defaults', async () => {
    const shown = new Map(commonGroups.flatMap(({ values }) => Object.entries(values)));
    // Auth sends email itself only if it runs alone, from its own address.
    for (const folder of folders.filter(name => name !== 'services/auth/src')) {
      for (const [variable, schema] of await variablesOf(folder)) {
        const value = shown.get(variable);
        // An empty value counts as absent.
        const given = value || undefined;
        if (value !== undefined) expect(schema.parse(given), variable).toEqual(schema.parse(undefined));
      }
    }
  });
});
