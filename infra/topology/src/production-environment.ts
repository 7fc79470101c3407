import { withDatabase } from './addresses.ts';
import { inContainers, MANAGEMENT_PORT, PORT, secretsBy } from './containers.ts';
import { commonGroups, productionNames } from './production-settings.ts';
import {
  databases,
  environmentOf,
  type ProcessRow,
  productProcesses,
  topology,
  urlVariable,
  type Wiring,
} from './topology.ts';

// The environment of each process on a server. docker-compose.production.yml is generated from it, and the doctor
// checks it.

/** Returns Compose's placeholder for a setting. */
export const given = (name: string) => `\${${name}:-}`;

/** During an update two versions run side by side. Each calls the processes of its own color. */
export const inColor = (name: string) => `${name}-\${COLOR:-blue}`;

/** Returns the variable with the URL of a service's database. */
const databaseVariable = (database: string) => `${database.toUpperCase()}_DATABASE_URL`;

const production: Wiring = {
  ...inContainers,
  servers: {
    postgresUrl: database => given(databaseVariable(database)),
    kafkaBrokers: given('KAFKA_BROKERS'),
    mongoUrl: () => given('MONGODB_URL'),
    smtpUrl: given('SMTP_URL'),
  },
  secrets: secretsBy(given),
  urlOf: name => `http://${inColor(name)}:${PORT}`,
  browserUrlOf: () => given('PUBLIC_URL'),
  demo: false,
  sandboxed: false,
};

const stripeKeys = {
  STRIPE_API_URL: given('STRIPE_API_URL'),
  STRIPE_SECRET_KEY: given('STRIPE_SECRET_KEY'),
  STRIPE_PUBLISHABLE_KEY: given('STRIPE_PUBLISHABLE_KEY'),
  STRIPE_LIVE_SECRET_KEY: given('STRIPE_LIVE_SECRET_KEY'),
  STRIPE_LIVE_PUBLISHABLE_KEY: given('STRIPE_LIVE_PUBLISHABLE_KEY'),
};

const ownVariables: Record<string, Record<string, string>> = {
  auth: {
    SYSTEM_PROCESSES: productProcesses
      .map(({ name }) => `${name}=http://${inColor(name)}:${MANAGEMENT_PORT}`)
      .join(','),
  },
  catalog: {
    INITIAL_SCRAPE_WEBHOOK_URL: given('INITIAL_SCRAPE_WEBHOOK_URL'),
    ALLOW_PRIVATE_WEBHOOKS: 'false',
  },
  leads: { ALLOW_PRIVATE_FEEDS: 'false' },
  'leads-feeds': { ALLOW_PRIVATE_FEEDS: 'false' },
  billing: {
    ...stripeKeys,
    STRIPE_SANDBOX_URL: given('STRIPE_SANDBOX_URL'),
    STRIPE_WEBHOOK_SECRET: given('STRIPE_WEBHOOK_SECRET'),
    STRIPE_LIVE_WEBHOOK_SECRET: given('STRIPE_LIVE_WEBHOOK_SECRET'),
  },
  gateway: { TRUSTED_PROXIES: '1', PAYMENT_ORIGINS: given('PAYMENT_ORIGINS') },
};

const elsewhere = topology
  .filter(row => !productProcesses.includes(row))
  .map(({ name }) => urlVariable(name))
  .filter(name => name !== 'STRIPE_SANDBOX_URL');

const secretsFor = (process: string) =>
  commonGroups
    .filter(({ of }) => of === undefined || of.includes(process))
    .flatMap(({ secret = [] }) => secret)
    .map((name): [string, string] => [name, given(name)]);

/** Returns a process's environment, with placeholders for settings. */
export function environmentFor(row: ProcessRow): [string, string][] {
  const all = { ...environmentOf(row, production), ...ownVariables[row.name] };
  const isWanted = ([name]: [string, string]) =>
    !elsewhere.includes(name) && (name !== 'STRIPE_SANDBOX_URL' || row.name === 'billing');
  return [...Object.entries(all).filter(isWanted), ...secretsFor(row.name)];
}

const passed = (names: readonly string[]) => names.map((name): [string, string] => [name, given(name)]);

const servers = ['POSTGRES_URL', 'KAFKA_BROKERS', 'MONGODB_URL', 'PUBLIC_URL'];
const secrets = commonGroups.flatMap(({ secret = [] }) => secret);

const ofCommandLine: [string, string][] = [
  ['NODE_ENV', 'production'],
  ['PORT', '8109'],
];

/** The environment of the command line: the servers, the payment provider, all secrets. */
export const commandLineVariables: [string, string][] = [
  ...ofCommandLine,
  ...passed([...servers, 'SMTP_URL', 'SERVICE_SECRET', 'INGESTION_KEY', 'DOCTOR_ACCEPTS', ...secrets]),
  ...Object.entries(stripeKeys),
];

const ofBackup = (name: string) => /^(KAFKA|BACKUP)_/.test(name) && name !== 'BACKUP_IDENTITY';

/** The environment of a backup: the servers and the backup place. It needs no decryption key. */
export const backupVariables: [string, string][] = [
  ...ofCommandLine,
  ...passed([...servers, ...secrets.filter(ofBackup)]),
];

/**
 * Returns the URL of content's database. If the given URL names another database, users still authenticate against
 * that one.
 */
function contentOf(url: string): string {
  const [, database = ''] = /^[^:]+:\/\/[^/?]+\/([^?]*)/.exec(url) ?? [];
  const isPlain = ['', 'content'].includes(database) || /[?&]authSource=/.test(url);
  const content = withDatabase(url, 'content');
  return isPlain ? content : `${content}${content.includes('?') ? '&' : '?'}authSource=${database}`;
}

type Given = Readonly<Record<string, string | undefined>>;

/** Returns values derived from settings: URLs of servers and databases. */
export function computedValues(settings: Given): Record<string, string> {
  const password = encodeURIComponent(settings.POSTGRES_PASSWORD ?? '');
  const postgresUrl = settings.POSTGRES_URL ?? `postgres://closingwire:${password}@postgres:5432/postgres`;
  return {
    PUBLIC_URL: (settings.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    POSTGRES_URL: postgresUrl,
    ...Object.fromEntries(databases.map(name => [databaseVariable(name), withDatabase(postgresUrl, name)])),
    KAFKA_BROKERS: settings.KAFKA_BROKERS ?? 'kafka:9092',
    MONGODB_URL: contentOf(settings.MONGODB_URL ?? 'mongodb://mongo:27017/content'),
  };
}

const plainNames = commonGroups
  .flatMap(({ values, secret = [] }) => Object.keys(values).filter(name => !secret.includes(name)))
  .filter(name => productionNames.includes(name));

/** Returns the settings that every process gets unchanged. */
export const plainSettings = (settings: Given): Record<string, string> =>
  Object.fromEntries(plainNames.flatMap(name => (settings[name] ? [[name, settings[name]] as const] : [])));

/** Returns the environment that Compose gives a container. */
export function filledIn(
  variables: readonly (readonly [string, string])[],
  settings: Given,
): Record<string, string> {
  const values: Given = { ...settings, ...computedValues(settings) };
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, usual: string) => values[name] || usual);
  return {
    ...plainSettings(settings),
    ...Object.fromEntries(variables.map(([name, value]) => [name, fill(value)])),
  };
}
