import { withDatabase } from './addresses.ts';
import { commonGroups, productionNames } from './production-settings.ts';
import {
  environmentOf,
  type ProcessRow,
  productProcesses,
  type Secrets,
  secretNames,
  topology,
  urlVariable,
  type Wiring,
} from './topology.ts';

// What each process gets on a server: docker-compose.production.yml is written from it, and the doctor checks it.

const PORT = 8080;
const MANAGEMENT_PORT = 9080;

const variableOf = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();
/** What Compose puts the value of a setting in the place of. */
export const given = (name: string) => `\${${name}:-}`;

/** Two versions run side by side during an update: each reaches the processes of its own color. */
export const inColor = (name: string) => `${name}-\${COLOR:-blue}`;

/** The variable that has the address of a service's database. */
const databaseVariable = (database: string) => `${database.toUpperCase()}_DATABASE_URL`;

const production: Wiring = {
  dataDir: () => '/data',
  servers: {
    postgresUrl: database => given(databaseVariable(database)),
    kafkaBrokers: given('KAFKA_BROKERS'),
    mongoUrl: () => given('MONGODB_URL'),
    smtpUrl: given('SMTP_URL'),
  },
  secrets: Object.fromEntries(secretNames.map(name => [name, given(variableOf(name))])) as Secrets,
  host: '0.0.0.0',
  portOf: () => PORT,
  managementPortOf: () => MANAGEMENT_PORT,
  urlOf: name => `http://${inColor(name)}:${PORT}`,
  browserUrlOf: () => given('PUBLIC_URL'),
  demo: false,
  unlimitedMails: false,
  frontEnd: '/app/frontend/dist',
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

/** The environment of a process, with a placeholder for each setting in it. */
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

/** What the command line reads beside the settings: the servers, the payment provider, every secret. */
export const commandLineVariables: [string, string][] = [
  ...ofCommandLine,
  ...passed([...servers, 'SMTP_URL', 'SERVICE_SECRET', 'INGESTION_KEY', 'DOCTOR_ACCEPTS', ...secrets]),
  ...Object.entries(stripeKeys),
];

const ofBackup = (name: string) => /^(KAFKA|BACKUP)_/.test(name) && name !== 'BACKUP_IDENTITY';

/** A backup opens servers and its own place, and decrypts nothing. */
export const backupVariables: [string, string][] = [
  ...ofCommandLine,
  ...passed([...servers, ...secrets.filter(ofBackup)]),
];

/** The database of content; users of another one, which the address names, sign in there as before. */
function contentOf(url: string): string {
  const [, database = ''] = /^[^:]+:\/\/[^/?]+\/([^?]*)/.exec(url) ?? [];
  const isPlain = ['', 'content'].includes(database) || /[?&]authSource=/.test(url);
  const content = withDatabase(url, 'content');
  return isPlain ? content : `${content}${content.includes('?') ? '&' : '?'}authSource=${database}`;
}

/** The databases of the services. */
export const databases = [...new Set(topology.flatMap(({ database }) => database ?? []))];

type Given = Readonly<Record<string, string | undefined>>;

/** The values that follow from settings: addresses of the servers, and of the databases there. */
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

/** Settings that every process gets as they are. */
export const plainSettings = (settings: Given): Record<string, string> =>
  Object.fromEntries(plainNames.flatMap(name => (settings[name] ? [[name, settings[name]] as const] : [])));

/** The environment that Compose gives a container with these variables. */
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
