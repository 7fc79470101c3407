import {
  environmentOf,
  type ProcessRow,
  productProcesses,
  secretNames,
  topology,
  urlVariable,
  type Wiring,
} from '@closingwire/topology';
import { inContainers, MANAGEMENT_PORT, PORT, secretsBy, variableOf } from '@closingwire/topology/containers';
import { commonGroups } from '@closingwire/topology/production-settings';
import type { SettingGroup } from '@closingwire/topology/settings';

/** The operator creates this secret. The manifests only refer to its keys. */
export const SECRETS = 'closingwire-secrets';
/** Settings of all processes. The base has defaults; an overlay changes them. */
export const SETTINGS = 'closingwire-settings';
/** An optional secret and an optional config map with this name hold the operator's own files. */
export const CERTIFICATES = 'closingwire-certificates';

const LOCAL_ONLY = topology
  .filter(row => !productProcesses.includes(row))
  .map(({ name }) => urlVariable(name));

/** Returns the key of `closingwire-secrets` for a variable. */
export const keyOf = (variable: string) => variable.toLowerCase().replaceAll('_', '-');

/** Marks a variable from `closingwire-secrets`. */
const SECRET = 'secret:';
const secret = (variable: string) => `${SECRET}${keyOf(variable)}`;

/** Kubernetes replaces `$(NAME)` with the value of an earlier variable. */
const databaseUrl = (database: string) =>
  `postgres://$(POSTGRES_USER):$(POSTGRES_PASSWORD)@$(POSTGRES_ADDRESS)/${database}?$(POSTGRES_OPTIONS)`;

const cluster: Wiring = {
  ...inContainers,
  servers: {
    postgresUrl: databaseUrl,
    kafkaBrokers: '$(KAFKA_BROKERS)',
    mongoUrl: () => `${SECRET}mongo`,
    smtpUrl: secret('SMTP_URL'),
  },
  secrets: secretsBy(secret),
  urlOf: name => `http://${name}:${PORT}`,
  browserUrlOf: () => '$(PUBLIC_URL)',
  demo: false,
  sandboxed: false,
};

const paymentKeys = Object.fromEntries(
  secretNames
    .map(variableOf)
    .filter(name => name.startsWith('STRIPE_'))
    .map(name => [name, secret(name)]),
);

/** Variables that a process has only in Kubernetes. */
const ownVariables: Record<string, Record<string, string>> = {
  auth: {
    SYSTEM_PROCESSES: productProcesses
      .map(({ name }) => `${name}=http://${name}:${MANAGEMENT_PORT}`)
      .join(','),
  },
  billing: paymentKeys,
};

/** Settings that exist only in Kubernetes or have another default there. An overlay may change them. */
const clusterSettings: Record<string, string> = {
  POSTGRES_ADDRESS: 'postgres-rw:5432',
  // CloudNativePG's servers always offer TLS. The component postgres-tls also checks the certificate.
  POSTGRES_OPTIONS: 'sslmode=require',
  KAFKA_BROKERS: 'closingwire-kafka-bootstrap:9092',
  TRUSTED_PROXIES: '1',
};

/** Settings without a default. */
const OPEN_SETTINGS = ['PUBLIC_URL', 'INITIAL_SCRAPE_WEBHOOK_URL'];

/** Not set per process: the settings contain them, or only the local platform uses them. */
const UNSET = [
  ...OPEN_SETTINGS,
  ...Object.keys(clusterSettings),
  'DEMO_ACCOUNTS',
  'ALLOW_PRIVATE_WEBHOOKS',
  'ALLOW_PRIVATE_FEEDS',
  ...LOCAL_ONLY,
];

export type Variable = {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: true } };
};

/** Required keys. A missing optional key turns its setting or its payment mode off. */
export const requiredKeys: readonly string[] = [
  'SERVICE_SECRET',
  'INGESTION_KEY',
  'WEBHOOK_SECRET',
  'SMTP_URL',
].map(keyOf);

const fromSecret = (variable: string, name: string, key: string): Variable => ({
  name: variable,
  valueFrom: { secretKeyRef: { name, key } },
});

function fromOwnSecret(variable: string, key: string): Variable {
  const reference = { name: SECRETS, key, ...(!requiredKeys.includes(key) && { optional: true as const }) };
  return { name: variable, valueFrom: { secretKeyRef: reference } };
}

function toVariable([name, value]: [string, string]): Variable {
  // The PostgreSQL and MongoDB operators create their own secrets.
  if (value === `${SECRET}mongo`)
    return fromSecret(name, 'mongo-content-content', 'connectionString.standard');
  return value.startsWith(SECRET) ? fromOwnSecret(name, value.slice(SECRET.length)) : { name, value };
}

const databaseLogin = (): Variable[] => [
  fromSecret('POSTGRES_USER', 'postgres-app', 'username'),
  fromSecret('POSTGRES_PASSWORD', 'postgres-app', 'password'),
];

const secretsIn = (groups: readonly SettingGroup[]) =>
  Object.fromEntries(secretNamesIn(groups).map(name => [name, secret(name)] as const));

const common = { NODE_COMPILE_CACHE: '/tmp/compile-cache' };

/** Returns a process's environment. A variable comes before those that refer to it as `$(NAME)`. */
export function variablesOf(row: ProcessRow, groups = commonGroups): Variable[] {
  const all = {
    ...environmentOf(row, cluster),
    ...ownVariables[row.name],
    ...secretsIn(groups.filter(({ of }) => of?.includes(row.name) ?? true)),
    ...common,
  };
  const wanted = Object.entries(all).filter(([name]) => !UNSET.includes(name));
  return [...(row.database ? databaseLogin() : []), ...wanted.map(toVariable)];
}

/** Returns the environment of the command line: all servers, the payment provider, all secrets. */
export function commandLineVariables(groups = commonGroups): Variable[] {
  const all = {
    NODE_ENV: 'production',
    POSTGRES_URL: databaseUrl('auth'),
    MONGODB_URL: cluster.servers.mongoUrl('content'),
    SMTP_URL: cluster.servers.smtpUrl,
    SERVICE_SECRET: cluster.secrets.serviceSecret,
    ...paymentKeys,
    ...secretsIn(groups),
    ...common,
  };
  return [...databaseLogin(), ...Object.entries(all).map(toVariable)];
}

/**
 * The environment of the backup pod. It runs all the time and decrypts nothing, so it gets only the secrets of
 * servers and of the backup place.
 */
export const backupVariables = (groups = commonGroups): Variable[] =>
  commandLineVariables(groups).filter(
    ({ name }) => /^(NODE|POSTGRES|MONGODB|KAFKA|BACKUP)_/.test(name) && name !== 'BACKUP_IDENTITY',
  );

const secretNamesIn = (groups: readonly SettingGroup[]) => groups.flatMap(({ secret: names = [] }) => names);

/**
 * Returns the defaults of the common settings. Secrets and optional settings are absent. Traces are off until an
 * overlay sets their address.
 */
export function usualSettings(groups = commonGroups): Record<string, string> {
  const secrets = secretNamesIn(groups);
  const values = Object.fromEntries(
    groups
      .flatMap(group => Object.entries(group.values))
      .filter(([name, value]) => value !== '' && !name.startsWith('OTEL_') && !secrets.includes(name)),
  );
  return { ...values, ...clusterSettings };
}

/** Returns the names that an overlay may set in `closingwire-settings`. */
export function settingNames(groups = commonGroups): Set<string> {
  const names = groups.flatMap(({ values }) => Object.keys(values));
  const secrets = secretNamesIn(groups);
  return new Set(
    [...names, ...Object.keys(clusterSettings), ...OPEN_SETTINGS].filter(name => !secrets.includes(name)),
  );
}
