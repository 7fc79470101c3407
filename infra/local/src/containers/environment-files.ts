import { readFile, writeFile } from 'node:fs/promises';
import { managementPortOf } from '@closingwire/chassis/management';
import { environmentOf, nodeOptionsOf, type ProcessRow, topology, type Wiring } from '@closingwire/topology';
import { inContainers, PORT, secretsBy } from '@closingwire/topology/containers';
import { commonGroups } from '@closingwire/topology/production-settings';
import { portsOfProcesses, portsOfServers } from '../ports/ports-of-start.ts';
import { prometheusPort } from '../ports/server-ports.ts';
import { root } from '../root.ts';

const portVariable = ({ port }: ProcessRow) => `\${${port.variable}:-${port.usual}}`;

function browserUrlOf(name: string): string {
  const row = topology.find(row => row.name === name);
  if (!row?.isPublic) throw new Error(`expected a process that browsers call, got ${name}`);
  const url = `http://localhost:${portVariable(row)}`;
  return name === 'gateway' ? `\${PUBLIC_URL:-${url}}` : url;
}

/** Compose replaces placeholders with values from the machine's environment. */
const containers: Wiring = {
  ...inContainers,
  servers: {
    postgresUrl: database => `postgres://closingwire:closingwire@postgres:5432/${database}`,
    kafkaBrokers: 'kafka:9092',
    mongoUrl: database => `mongodb://mongo:27017/${database}`,
    smtpUrl: 'smtp://mail:1025',
  },
  secrets: secretsBy(name => `\${${name}:-}`),
  urlOf: name => `http://${name}:${PORT}`,
  browserUrlOf,
  demo: true,
  sandboxed: true,
};

const environments = new Map(topology.map(row => [row, environmentOf(row, containers)]));

const isEverywhere = ([name, value]: [string, string]) =>
  [...environments.values()].every(environment => environment[name] === value);

const yaml = (indent: string, entries: readonly [string, string][]) =>
  entries.map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)}\n`).join('');

function processYaml(row: ProcessRow, at: number): string {
  const entries = Object.entries(environments.get(row) ?? {});
  return [
    `\n  ${row.name}:\n    <<: *process\n    command: ${nodeOptionsOf(row).join(' ')} ${row.entry}\n`,
    row.isPublic ? `    ports: ["127.0.0.1:${portVariable(row)}:${PORT}"]\n` : '',
    row.hasFiles ? `    volumes: ["${row.name}:/data"]\n` : '',
    '    environment:\n',
    at === 0
      ? `      <<: &everywhere\n${yaml('        ', entries.filter(isEverywhere))}`
      : '      <<: *everywhere\n',
    yaml(
      '      ',
      entries.filter(entry => !isEverywhere(entry)),
    ),
  ].join('');
}

const MARK = '  # What follows is written by `make environment-files`, from infra/topology.\n';

/** Returns docker-compose.yml with new process entries. */
function composeFile(before: string): string {
  const [servers = ''] = before.split(MARK);
  return `${servers.trimEnd()}\n\n${MARK}${topology.map(processYaml).join('').replace(/^\n/, '')}`;
}

const lines = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `#${name}=${value}\n`)
    .join('');

const ports = (rows: readonly { variable: string; usual: number }[]) =>
  lines(Object.fromEntries(rows.map(({ variable, usual }) => [variable, usual])));

const OF_START = '# The same of `make start` alone.';

/** Settings of `.env`, each with the only way of starting that reads it, if there is one. */
const groups = commonGroups.flatMap(({ about, values, ways = ['make start', 'make containers'] }) => {
  const local = ways.filter(way => way !== 'make deploy');
  const only = local.length === 1 ? ` Only of \`${local[0]}\`.` : '';
  return local.length === 0 ? [] : [`\n# ${about}${only}\n${lines(values)}`];
});

const exampleFile = (): string => `\
# Copy to .env to change how \`make start\` and \`make containers\` run; everything here is optional and shows what holds without it.
# Written by \`make environment-files\`, from infra/topology. A server on a domain has .env.production instead: \`make deploy\`.

# Servers of your own. What is set here is used and never started, and no demo data is made in a PostgreSQL of yours.
#POSTGRES_URL=postgres://user:password@db.example.com:5432/postgres   # a user who may create databases
#KAFKA_BROKERS=kafka.example.com:9092
#MONGODB_URL=mongodb://user:password@mongo.example.com:27017
#SMTP_URL=smtp://user:password@mail.example.com:587

# How browsers reach the product, where a proxy on this machine has a name of its own. For a domain: \`make deploy\`.
#PUBLIC_URL=http://localhost:8080

# Ports of the servers that the platform runs itself.
${ports(portsOfServers.everywhere)}${OF_START}
${ports(portsOfServers.ofStart)}
# What \`make start\` runs besides when it is 1: a standby of PostgreSQL, from which lists are read, and Prometheus.
#POSTGRES_STANDBY=0
#OBSERVE=0
${ports([prometheusPort])}
# Ports of the product.
${ports(portsOfProcesses.everywhere)}${OF_START}
${ports(portsOfProcesses.ofStart)}
# Stripe itself instead of the payment sandbox; the live keys count once an admin switches to live mode.
#STRIPE_SECRET_KEY=sk_test_…
#STRIPE_PUBLISHABLE_KEY=pk_test_…
#STRIPE_LIVE_SECRET_KEY=sk_live_…
#STRIPE_LIVE_PUBLISHABLE_KEY=pk_live_…
#STRIPE_LIVE_WEBHOOK_SECRET=whsec_live…
#STRIPE_WEBHOOK_SECRET=whsec_…
${groups.join('')}`;

const scrapeOf = ({ name, port }: ProcessRow) =>
  `      - { targets: ["127.0.0.1:${managementPortOf(port.usual)}"], labels: { process: ${name} } }\n`;

const prometheusFile = (): string => `\
# Reads the metrics of every process as \`make start\` runs them. Written by \`make environment-files\`.
global: { scrape_interval: 15s, evaluation_interval: 15s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: closingwire
    static_configs:
${topology.map(scrapeOf).join('')}`;

/** Files generated from the topology, by path. */
export async function environmentFiles(): Promise<Record<string, string>> {
  return {
    'docker-compose.yml': composeFile(await readFile(`${root}/docker-compose.yml`, 'utf8')),
    '.env.example': exampleFile(),
    'infra/observability/prometheus.yml': prometheusFile(),
  };
}

const quoted = (value: string) => `'${value.replaceAll("'", "\\'")}'`;

type Environment = Record<string, string | undefined>;

/** Quotes values for compose, which would replace each `$` outside single quotes. */
export const composeLines = (env: Environment): string =>
  Object.entries(env)
    .flatMap(([name, value]) => (value ? `${name}=${quoted(value)}\n` : []))
    .join('');

/** Returns the environment's settings as lines of a compose `env_file`. */
export const settingsFile = (env: Environment): string =>
  composeLines(
    Object.fromEntries(
      commonGroups.flatMap(({ values }) => Object.keys(values)).map(name => [name, env[name]]),
    ),
  );

if (import.meta.main) {
  for (const [file, text] of Object.entries(await environmentFiles())) {
    await writeFile(`${root}/${file}`, text);
  }
}
