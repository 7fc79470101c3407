/** The secrets that processes share, by the names that the local platform and the manifests give them. */
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

/** Where processes find the servers. */
export type ServerAddresses = {
  postgresUrl(database: string): string;
  postgresStandbyUrl?: ((database: string) => string) | undefined;
  kafkaBrokers: string;
  mongoUrl(database: string): string;
  smtpUrl: string;
};

/** What the environment of a process is made of: real addresses and secrets, or the placeholders of containers. */
export type Wiring = {
  /** Where processes keep files. */
  dataDir: (name: string) => string;
  servers: ServerAddresses;
  secrets: Secrets;
  host: string;
  /** Where a process listens, for the others and for whoever runs it. */
  portOf: (name: string) => number;
  managementPortOf: (name: string) => number;
  /** How one process reaches another; no slash at the end. */
  urlOf: (name: string) => string;
  /** How a browser reaches a process. */
  browserUrlOf: (name: string) => string;
  /** Whether demo accounts and data are made. */
  demo: boolean;
  /** Whether mails go out without a limit per hour. */
  unlimitedMails: boolean;
  frontEnd: string;
  /** Whether payments go to the sandbox: they do, unless somebody gave a Stripe key of their own. */
  sandboxed: boolean;
};

/** One process of the product: what to run, where it listens, and what it alone gets in its environment. */
export type ProcessRow = {
  name: string;
  entry: string;
  /** The schema that the entry reads its environment with. */
  config: { file: string; schema: string };
  port: { variable: string; usual: number };
  /** Its own PostgreSQL database, made before it starts. */
  database?: string;
  /** The most its JavaScript heap may hold. */
  heapMb: number;
  /**
   * Of that, how much new objects may take before they are collected, thrice; default 4. Where data flows, little room
   * costs a third of the time; elsewhere it only takes memory.
   */
  youngMb?: number;
  /** What it may hold outside the heap, such as bodies of requests (BODY_BYTES_AT_ONCE). */
  buffersMb?: number;
  /** Whether it keeps files of its own. */
  hasFiles?: boolean;
  /** Whether browsers call it. */
  isPublic?: boolean;
  env?: (wiring: Wiring) => Record<string, string>;
};

/** In containers the host has a placeholder, which `URL` would refuse. */
const withPort = (url: string, port: number) => url.replace(/:\d+$/, `:${port}`);

/** Every process of the product, in the order in which they start. */
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

/** Those that customers' data passes through; the others stand in for what lies outside, on local machines alone. */
export const productProcesses: readonly ProcessRow[] = topology.filter(
  ({ entry }) => !entry.startsWith('infra/'),
);

const USUAL_YOUNG_MB = 4;

/** Options of Node about the memory of a process. */
export const nodeOptionsOf = ({ heapMb, youngMb = USUAL_YOUNG_MB }: ProcessRow): string[] => [
  `--max-old-space-size=${heapMb}`,
  `--max-semi-space-size=${youngMb}`,
];

/** Code, buffers and sockets, beyond the heap and the room for new objects. */
const BEYOND_HEAP_MB = 192;

/** The most memory that a container of the process may take. */
export const memoryLimitMbOf = ({ heapMb, youngMb = USUAL_YOUNG_MB, buffersMb = 0 }: ProcessRow): number =>
  heapMb + 3 * youngMb + buffersMb + BEYOND_HEAP_MB;

/** The variable by which processes learn where another one is. */
export const urlVariable = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_URL`;

/** What every process gets. */
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
    // Its pages open in browsers, which may know it by another address than the processes do.
    STRIPE_SANDBOX_URL: wiring.browserUrlOf('stripe-sandbox'),
  };
}

/** The whole environment that the platform adds for one process. */
export const environmentOf = (row: ProcessRow, wiring: Wiring): Record<string, string> => ({
  ...everywhere(wiring),
  PORT: String(wiring.portOf(row.name)),
  MANAGEMENT_PORT: String(wiring.managementPortOf(row.name)),
  ...(row.database && { DATABASE_URL: wiring.servers.postgresUrl(row.database) }),
  ...(row.hasFiles && { DATA_DIR: wiring.dataDir(row.name) }),
  ...row.env?.(wiring),
});
