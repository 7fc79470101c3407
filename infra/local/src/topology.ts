import type { Wiring } from './product/wiring.ts';

/** One process of the product: what to run, where it listens, and what it alone is told. */
export type ProcessRow = {
  name: string;
  entry: string;
  port: { variable: string; usual: number };
  /** Its own PostgreSQL database, made before it starts. */
  database?: string;
  /** The most its JavaScript heap may hold. */
  heapMb: number;
  env?: (wiring: Wiring) => Record<string, string>;
};

/** Every process of the product, in the order in which they start. */
export const topology: readonly ProcessRow[] = [
  {
    name: 'stripe-sandbox',
    entry: 'infra/stripe-sandbox/src/main.ts',
    port: { variable: 'STRIPE_SANDBOX_PORT', usual: 12_111 },
    heapMb: 96,
    env: ({ dir, urlOf, secrets }) => ({
      DATA_DIR: `${dir}/data/stripe-sandbox`,
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_WEBHOOK_URL: `${urlOf('gateway')}/api/stripe/webhook`,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    }),
  },
  {
    name: 'auth',
    entry: 'services/auth/src/main.ts',
    port: { variable: 'AUTH_PORT', usual: 8101 },
    database: 'auth',
    heapMb: 128,
    env: ({ demo }) => ({
      DEMO_ACCOUNTS: String(demo),
      MAILS_PER_HOUR: '0',
      HIDE_ACCOUNTS: 'true',
      CURRENT_PASSWORD_REQUIRED: 'true',
    }),
  },
  {
    name: 'catalog',
    entry: 'services/catalog/src/main.ts',
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
    port: { variable: 'BILLING_PORT', usual: 8103 },
    database: 'billing',
    heapMb: 128,
    env: ({ sandboxed, urlOf, secrets }) =>
      sandboxed
        ? {
            STRIPE_API_URL: urlOf('stripe-sandbox'),
            STRIPE_SECRET_KEY: secrets.stripeSecretKey,
            STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
            STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
          }
        : {},
  },
  {
    name: 'leads',
    entry: 'services/leads/src/main.ts',
    port: { variable: 'LEADS_PORT', usual: 8104 },
    database: 'leads',
    heapMb: 256,
    env: ({ secrets }) => ({ INGESTION_KEY: secrets.ingestionKey }),
  },
  {
    name: 'leads-ingest',
    entry: 'services/leads/src/ingest-main.ts',
    port: { variable: 'LEADS_INGEST_PORT', usual: 8105 },
    database: 'leads',
    heapMb: 256,
  },
  {
    name: 'notifications',
    entry: 'services/notifications/src/main.ts',
    port: { variable: 'NOTIFICATIONS_PORT', usual: 8106 },
    database: 'notifications',
    heapMb: 128,
    env: ({ servers }) => ({ SMTP_URL: servers.smtpUrl }),
  },
  {
    name: 'content',
    entry: 'services/content/src/main.ts',
    port: { variable: 'CONTENT_PORT', usual: 8107 },
    heapMb: 128,
    env: ({ servers }) => ({ MONGODB_URL: servers.mongoUrl('content') }),
  },
  {
    name: 'lead-source',
    entry: 'infra/lead-source/src/main.ts',
    port: { variable: 'LEAD_SOURCE_PORT', usual: 8108 },
    heapMb: 128,
    env: ({ dir, urlOf, secrets }) => ({
      DATA_DIR: `${dir}/data/lead-source`,
      WEBHOOK_SECRET: secrets.webhookSecret,
      INGESTION_URL: `${urlOf('gateway')}/api/v1/leads`,
      INGESTION_KEY: secrets.ingestionKey,
    }),
  },
  {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    port: { variable: 'GATEWAY_PORT', usual: 8080 },
    heapMb: 192,
    env: ({ frontEnd, sandboxed, urlOf }) => ({
      FRONTEND_DIST: frontEnd,
      ...(sandboxed && { PAYMENT_ORIGINS: urlOf('stripe-sandbox') }),
    }),
  },
];
