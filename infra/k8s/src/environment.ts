import {
  environmentOf,
  type ProcessRow,
  productProcesses,
  topology,
  urlVariable,
  type Wiring,
} from '@closingwire/topology';
import { settings } from '@closingwire/topology/settings';

export const PORT = 8080;
export const MANAGEMENT_PORT = 9080;

/** The secret that whoever runs the product makes; the manifests only name its keys. */
export const SECRETS = 'closingwire-secrets';
/** The settings that all processes read, made by an overlay. */
export const SETTINGS = 'closingwire-settings';

const LOCAL_ONLY = topology
  .filter(row => !productProcesses.includes(row))
  .map(({ name }) => urlVariable(name));

const PUBLIC_URL = '$(PUBLIC_URL)';
const SECRET = 'secret:';

/** What only the cluster knows: secrets by their keys, and what Kubernetes puts in the place of `$(NAME)`. */
const cluster: Wiring = {
  dataDir: () => '/data',
  servers: {
    postgresUrl: database => `postgres://$(POSTGRES_USER):$(POSTGRES_PASSWORD)@postgres-rw:5432/${database}`,
    kafkaBrokers: 'closingwire-kafka-bootstrap:9092',
    mongoUrl: () => `${SECRET}mongo`,
    smtpUrl: `${SECRET}smtp-url`,
  },
  secrets: {
    serviceSecret: `${SECRET}service-secret`,
    ingestionKey: `${SECRET}ingestion-key`,
    webhookSecret: `${SECRET}webhook-secret`,
    stripeSecretKey: `${SECRET}stripe-secret-key`,
    stripePublishableKey: `${SECRET}stripe-publishable-key`,
    stripeWebhookSecret: `${SECRET}stripe-webhook-secret`,
    stripeLiveSecretKey: `${SECRET}stripe-live-secret-key`,
    stripeLivePublishableKey: `${SECRET}stripe-live-publishable-key`,
    stripeLiveWebhookSecret: `${SECRET}stripe-live-webhook-secret`,
  },
  host: '0.0.0.0',
  portOf: () => PORT,
  managementPortOf: () => MANAGEMENT_PORT,
  urlOf: name => `http://${name}:${PORT}`,
  browserUrlOf: () => PUBLIC_URL,
  demo: false,
  unlimitedMails: false,
  frontEnd: '/app/frontend/dist',
  sandboxed: false,
};

/** What a process gets here beside what it gets everywhere. */
const ownVariables: Record<string, Record<string, string>> = {
  auth: {
    SYSTEM_PROCESSES: productProcesses
      .map(({ name }) => `${name}=http://${name}:${MANAGEMENT_PORT}`)
      .join(','),
  },
  billing: {
    STRIPE_SECRET_KEY: cluster.secrets.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: cluster.secrets.stripePublishableKey,
    STRIPE_LIVE_SECRET_KEY: cluster.secrets.stripeLiveSecretKey,
    STRIPE_LIVE_PUBLISHABLE_KEY: cluster.secrets.stripeLivePublishableKey,
    STRIPE_WEBHOOK_SECRET: cluster.secrets.stripeWebhookSecret,
  },
  gateway: { TRUSTED_PROXIES: '1' },
};

/** Set by nobody: PUBLIC_URL is a setting, an admin names the webhook, and no address inside is called from outside. */
const UNSET = [
  'PUBLIC_URL',
  'DEMO_ACCOUNTS',
  'INITIAL_SCRAPE_WEBHOOK_URL',
  'ALLOW_PRIVATE_WEBHOOKS',
  ...LOCAL_ONLY,
];

type Variable = {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
};

const fromSecret = (variable: string, name: string, key: string): Variable => ({
  name: variable,
  valueFrom: { secretKeyRef: { name, key } },
});

function toVariable([name, value]: [string, string]): Variable {
  // The operators of Postgres and MongoDB make secrets of their own.
  if (value === `${SECRET}mongo`)
    return fromSecret(name, 'mongo-content-content', 'connectionString.standard');
  return value.startsWith(SECRET) ? fromSecret(name, SECRETS, value.slice(SECRET.length)) : { name, value };
}

/** The environment of a process. What others refer to as `$(NAME)` stands before them. */
export function variablesOf(row: ProcessRow): Variable[] {
  const all = {
    ...environmentOf(row, cluster),
    ...ownVariables[row.name],
    NODE_COMPILE_CACHE: '/tmp/compile-cache',
  };
  const wanted = Object.entries(all).filter(([name]) => !UNSET.includes(name));
  const database = row.database
    ? [
        fromSecret('POSTGRES_USER', 'postgres-app', 'username'),
        fromSecret('POSTGRES_PASSWORD', 'postgres-app', 'password'),
      ]
    : [];
  return [...database, ...wanted.map(toVariable)];
}

const isOwn = (variable: string) => Object.values(ownVariables).some(own => variable in own);

/** The settings of all processes as they hold when nobody sets them; traces are off. */
export const usualSettings: Record<string, string> = Object.fromEntries(
  settings
    .flatMap(({ values }) => Object.entries(values))
    .filter(([name]) => !name.startsWith('OTEL_') && !isOwn(name)),
);
