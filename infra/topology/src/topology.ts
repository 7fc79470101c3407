/** Secrets that processes share, as the local platform and the manifests name them. */
export const secretNames = [
  'serviceSecret',
  'ingestionKey',
  'webhookSecret',
  'stripeSecretKey',
  'stripePublishableKey',
  'stripeWebhookSecret',
  'stripeLiveSecretKey',
  'stripeLivePublishableKey',
  'stripeLiveWebhookSecret',
] as const;

export type Secrets = Record<(typeof secretNames)[number], string>;

/** Addresses of the servers. */
export type ServerAddresses = {
  /** Returns the URL of a user who may create databases. */
  postgresUrl(database: string): string;
  /** Returns the same user's URL on the standby; undefined without a standby. */
  postgresStandbyUrl?: ((database: string) => string) | undefined;
  kafkaBrokers: string;
  mongoUrl(database: string): string;
  smtpUrl: string;
};

/** Inputs of an environment: real addresses and secrets, or placeholders of containers. */
export type Wiring = {
  /** Folder of a process's files. */
  dataDir: (name: string) => string;
  servers: ServerAddresses;
  secrets: Secrets;
  host: string;
  /** Port of a process. */
  portOf: (name: string) => number;
  managementPortOf: (name: string) => number;
  /** URL between processes, without a final slash. */
  urlOf: (name: string) => string;
  /** URL for browsers. */
  browserUrlOf: (name: string) => string;
  /** Whether to create demo accounts and data. */
  demo: boolean;
  /** Whether emails have no hourly limit. */
  unlimitedMails: boolean;
  frontEnd: string;
  /** Whether payments use the sandbox: true unless the operator set a Stripe key. */
  sandboxed: boolean;
};

/** A process of the product: its entry, ports and own environment. */
export type ProcessRow = {
  name: string;
  entry: string;
  /** The schema of the process's environment. */
  config: { file: string; schema: string };
  port: { variable: string; usual: number };
  /** Its own PostgreSQL database, created before the process starts. */
  database?: string;
  /** Limit of its JavaScript heap. */
  heapMb: number;
  /**
   * Size of V8's semi-space, of which the young generation has three; default 4. A small one costs data-heavy
   * processes a third of their time and saves memory in the others.
   */
  youngMb?: number;
  /** Memory outside the heap, such as request bodies (BODY_BYTES_AT_ONCE). */
  buffersMb?: number;
  /** Whether it stores files. */
  hasFiles?: boolean;
  /** Whether browsers call it. */
  isPublic?: boolean;
  env?: (wiring: Wiring) => Record<string, string>;
};

/** The host may be a placeholder, which `URL` refuses. */
const withPort = (url: string, port: number) => url.replace(/:\d+$/, `:${port}`);

/** All processes, in start order. */
export const topology: readonly ProcessRow[] = [
  {
    name: 'stripe-sandbox',
    entry: 'infra/stripe-sandbox/src/main.ts',
    config: { file: 'infra/stripe-sandbox/src/config.ts', schema: 'sandboxConfig' },
    port: { variable: 'STRIPE_SANDBOX_PORT', usual: 12_111 },
    heapMb: 96,
    hasFiles: true,
    isPublic: true,
    env: ({ urlOf, secrets }) => ({
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_WEBHOOK_URL: `${urlOf('gateway')}/api/stripe/webhook`,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
      STRIPE_LIVE_SECRET_KEY: secrets.stripeLiveSecretKey,
      STRIPE_LIVE_PUBLISHABLE_KEY: secrets.stripeLivePublishableKey,
      STRIPE_LIVE_WEBHOOK_SECRET: secrets.stripeLiveWebhookSecret,
    }),
  },
  {
    name: 'auth',
    entry: 'services/auth/src/main.ts',
    config: { file: 'services/auth/src/config.ts', schema: 'authConfig' },
    port: { variable: 'AUTH_PORT', usual: 8101 },
    database: 'auth',
    heapMb: 128,
    env: ({ demo, unlimitedMails, urlOf, managementPortOf }) => ({
      DEMO_ACCOUNTS: String(demo),
      SYSTEM_PROCESSES: topology
        .map(({ name }) => `${name}=${withPort(urlOf(name), managementPortOf(name))}`)
        .join(','),
      ...(unlimitedMails && { MAILS_PER_HOUR: '0' }),
      HIDE_ACCOUNTS: 'true',
      CURRENT_PASSWORD_REQUIRED: 'true',
    }),
  },
  {
    name: 'catalog',
    entry: 'services/catalog/src/main.ts',
    config: { file: 'services/catalog/src/config.ts', schema: 'catalogConfig' },
    port: { variable: 'CATALOG_PORT', usual: 8102 },
    database: 'catalog',
    heapMb: 192,
    env: ({ urlOf, secrets }) => ({
      INITIAL_SCRAPE_WEBHOOK_URL: `${urlOf('lead-source')}/webhooks/zip-assigned`,
      WEBHOOK_SECRET: secrets.webhookSecret,
      ALLOW_PRIVATE_WEBHOOKS: 'true',
    }),
  },
  {
    name: 'billing',
    entry: 'services/billing/src/main.ts',
    config: { file: 'services/billing/src/config.ts', schema: 'billingConfig' },
    port: { variable: 'BILLING_PORT', usual: 8103 },
    database: 'billing',
    heapMb: 128,
    env: ({ sandboxed, urlOf, secrets }) =>
      sandboxed
        ? {
            STRIPE_API_URL: urlOf('stripe-sandbox'),
            STRIPE_SECRET_KEY: secrets.stripeSecretKey,
            STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
            STRIPE_LIVE_SECRET_KEY: secrets.stripeLiveSecretKey,
            STRIPE_LIVE_PUBLISHABLE_KEY: secrets.stripeLivePublishableKey,
            STRIPE_WEBHOOK_SECRET: `${secrets.stripeWebhookSecret},${secrets.stripeLiveWebhookSecret}`,
          }
        : {},
  },
  {
    name: 'leads',
    entry: 'services/leads/src/main.ts',
    config: { file: 'services/leads/src/config.ts', schema: 'leadsConfig' },
    port: { variable: 'LEADS_PORT', usual: 8104 },
    database: 'leads',
    heapMb: 256,
    youngMb: 32,
    env: ({ secrets, servers }) => ({
      INGESTION_KEY: secrets.ingestionKey,
      ALLOW_PRIVATE_FEEDS: 'true',
      ...(servers.postgresStandbyUrl && { DATABASE_STANDBY_URL: servers.postgresStandbyUrl('leads') }),
    }),
  },
  {
    name: 'leads-ingest',
    entry: 'services/leads/src/ingest-main.ts',
    config: { file: 'services/leads/src/config.ts', schema: 'ingestConfig' },
    port: { variable: 'LEADS_INGEST_PORT', usual: 8105 },
    database: 'leads',
    heapMb: 256,
    youngMb: 32,
  },
  {
    name: 'leads-feeds',
    entry: 'services/leads/src/feeds-main.ts',
    config: { file: 'services/leads/src/config.ts', schema: 'feedsConfig' },
    port: { variable: 'LEADS_FEEDS_PORT', usual: 8109 },
    database: 'leads',
    heapMb: 192,
    youngMb: 16,
    env: () => ({ ALLOW_PRIVATE_FEEDS: 'true' }),
  },
  {
    name: 'notifications',
    entry: 'services/notifications/src/main.ts',
    config: { file: 'services/notifications/src/config.ts', schema: 'notificationsConfig' },
    port: { variable: 'NOTIFICATIONS_PORT', usual: 8106 },
    database: 'notifications',
    heapMb: 128,
    env: ({ servers }) => ({ SMTP_URL: servers.smtpUrl }),
  },
  {
    name: 'content',
    entry: 'services/content/src/main.ts',
    config: { file: 'services/content/src/config.ts', schema: 'contentConfig' },
    port: { variable: 'CONTENT_PORT', usual: 8107 },
    heapMb: 128,
    env: ({ servers }) => ({ MONGODB_URL: servers.mongoUrl('content') }),
  },
  {
    name: 'lead-source',
    entry: 'infra/lead-source/src/main.ts',
    config: { file: 'infra/lead-source/src/config.ts', schema: 'leadSourceConfig' },
    port: { variable: 'LEAD_SOURCE_PORT', usual: 8108 },
    heapMb: 128,
    hasFiles: true,
    env: ({ urlOf, secrets }) => ({
      WEBHOOK_SECRET: secrets.webhookSecret,
      INGESTION_URL: `${urlOf('gateway')}/api/v1/leads`,
      INGESTION_KEY: secrets.ingestionKey,
    }),
  },
  {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    config: { file: 'gateway/src/config.ts', schema: 'gatewayConfig' },
    port: { variable: 'GATEWAY_PORT', usual: 8080 },
    heapMb: 192,
    buffersMb: 256,
    isPublic: true,
    env: ({ frontEnd, sandboxed, browserUrlOf }) => ({
      FRONTEND_DIST: frontEnd,
      ...(sandboxed && { PAYMENT_ORIGINS: browserUrlOf('stripe-sandbox') }),
    }),
  },
];

/** Processes that handle customers' data. The others replace external systems on the local platform. */
export const productProcesses: readonly ProcessRow[] = topology.filter(
  ({ entry }) => !entry.startsWith('infra/'),
);

/** The services' databases. */
export const databases: readonly string[] = [...new Set(topology.flatMap(({ database }) => database ?? []))];

const USUAL_YOUNG_MB = 4;

/** Returns Node's memory options for a process. */
export const nodeOptionsOf = ({ heapMb, youngMb = USUAL_YOUNG_MB }: ProcessRow): string[] => [
  `--max-old-space-size=${heapMb}`,
  `--max-semi-space-size=${youngMb}`,
];

/** Code, buffers and sockets outside the heap. */
const BEYOND_HEAP_MB = 192;

/** Returns the memory limit of the process's container, in MB. */
export const memoryLimitMbOf = ({ heapMb, youngMb = USUAL_YOUNG_MB, buffersMb = 0 }: ProcessRow): number =>
  heapMb + 3 * youngMb + buffersMb + BEYOND_HEAP_MB;

/** Returns the variable with another process's URL. */
export const urlVariable = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_URL`;

/** Returns the environment that all processes share. */
function everywhere(wiring: Wiring): Record<string, string> {
  const publicUrl = wiring.browserUrlOf('gateway');
  return {
    NODE_ENV: 'production',
    HOST: wiring.host,
    PUBLIC_URL: publicUrl,
    KAFKA_BROKERS: wiring.servers.kafkaBrokers,
    JWKS_URL: `${wiring.urlOf('auth')}/api/auth/v1/.well-known/jwks.json`,
    TOKEN_ISSUER: `${publicUrl}/api/auth/v1`,
    SERVICE_SECRET: wiring.secrets.serviceSecret,
    ...Object.fromEntries(topology.map(({ name }) => [urlVariable(name), wiring.urlOf(name)])),
    // Browsers may know the sandbox under another address than the processes.
    STRIPE_SANDBOX_URL: wiring.browserUrlOf('stripe-sandbox'),
  };
}

/** Returns the whole environment of a process. */
export const environmentOf = (row: ProcessRow, wiring: Wiring): Record<string, string> => ({
  ...everywhere(wiring),
  PORT: String(wiring.portOf(row.name)),
  MANAGEMENT_PORT: String(wiring.managementPortOf(row.name)),
  ...(row.database && { DATABASE_URL: wiring.servers.postgresUrl(row.database) }),
  ...(row.hasFiles && { DATA_DIR: wiring.dataDir(row.name) }),
  ...row.env?.(wiring),
});
