import { drainConfig, identityConfig, kafkaConfig, processConfig } from '@closingwire/chassis/config';
import { priceConfig } from '@closingwire/contracts/price-config';
import { z } from 'zod';

const service = (port: number) => z.url().default(`http://127.0.0.1:${port}`);
const milliseconds = (ms: number) => z.coerce.number().int().min(100).default(ms);
const requests = (count: number) => z.coerce.number().int().min(1).default(count);

const schema = z.object({
  ...processConfig,
  ...kafkaConfig,
  ...identityConfig,
  ...drainConfig,
  PORT: processConfig.PORT.default(8080),
  AUTH_URL: service(8101),
  CATALOG_URL: service(8102),
  BILLING_URL: service(8103),
  LEADS_URL: service(8104),
  LEADS_INGEST_URL: service(8105),
  LEADS_FEEDS_URL: service(8109),
  NOTIFICATIONS_URL: service(8106),
  CONTENT_URL: service(8107),
  /** Default: the service's port + 1000. */
  AUTH_MANAGEMENT_URL: z.url().optional(),
  CATALOG_MANAGEMENT_URL: z.url().optional(),
  BILLING_MANAGEMENT_URL: z.url().optional(),
  LEADS_MANAGEMENT_URL: z.url().optional(),
  LEADS_INGEST_MANAGEMENT_URL: z.url().optional(),
  LEADS_FEEDS_MANAGEMENT_URL: z.url().optional(),
  NOTIFICATIONS_MANAGEMENT_URL: z.url().optional(),
  CONTENT_MANAGEMENT_URL: z.url().optional(),
  /** The folder of the built front end. */
  FRONTEND_DIST: z.string().min(1),
  /**
   * The payment provider's origins: pages may load scripts and frames from them, call them and send forms to them.
   * https://docs.stripe.com/security/guide#content-security-policy
   */
  PAYMENT_ORIGINS: z
    .string()
    .default(
      'https://js.stripe.com https://*.js.stripe.com https://api.stripe.com https://hooks.stripe.com https://checkout.stripe.com',
    ),
  ...priceConfig,
  /** How many of our proxies append to X-Forwarded-For and set X-Forwarded-Host. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** The most time from a complete request to the first byte of a service's reply. */
  UPSTREAM_TIMEOUT_MS: milliseconds(30_000),
  /** How long requests wait for a restarting service. */
  RESTART_MS: milliseconds(15_000),
  /** Concurrent requests to one service; further ones wait. */
  CONNECTIONS_PER_SERVICE: z.coerce.number().int().min(1).default(512),
  /** The most pause in a request's body, and its most time in all. */
  BODY_IDLE_MS: milliseconds(10_000),
  BODY_TOTAL_MS: milliseconds(30_000),
  /** The most pause in a streamed upload. */
  STREAM_IDLE_MS: milliseconds(30_000),
  /** The most memory of all bodies being received or forwarded. */
  BODY_BYTES_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .default(256 * 1024 * 1024),
  /** How long a client may read nothing of a reply. */
  REPLY_STUCK_MS: milliseconds(60_000),
  /** Concurrent calls of one client network, and of one user or key. */
  OPEN_REQUESTS_PER_NETWORK: requests(100),
  OPEN_REQUESTS_PER_CALLER: requests(50),
  /** Requests a minute of one client network; below, to the routes of each limit. */
  REQUESTS_PER_NETWORK: requests(3_000),
  SIGN_IN_REQUESTS_PER_NETWORK: requests(120),
  SIGN_UP_REQUESTS_PER_NETWORK: requests(120),
  RECOVERY_REQUESTS_PER_NETWORK: requests(60),
  CONTACT_REQUESTS_PER_NETWORK: requests(60),
  EXPORTS_PER_ACCOUNT: requests(60),
  OUTCOMES_PER_ACCOUNT: requests(120),
  PARTNER_CALLS_PER_KEY: requests(600),
  /** Seconds for which browsers use only https for this host; 0 ends it. */
  HSTS_MAX_AGE_S: z.coerce.number().int().min(0).default(63_072_000),
  /** Also for all subdomains. */
  HSTS_INCLUDE_SUBDOMAINS: z.stringbool().default(false),
  /** Asks browsers to preload this host; removal takes months: https://hstspreload.org */
  HSTS_PRELOAD: z.stringbool().default(false),
});

const YEAR_S = 31_536_000;

/** Requirements of the preload list: https://hstspreload.org/#submission-requirements */
export const gatewayConfig = schema.superRefine((config, context) => {
  if (!config.HSTS_PRELOAD) return;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message: `${message}, because HSTS_PRELOAD is set` });
  if (!config.HSTS_INCLUDE_SUBDOMAINS) refuse('HSTS_INCLUDE_SUBDOMAINS', 'true');
  if (config.HSTS_MAX_AGE_S < YEAR_S)
    refuse('HSTS_MAX_AGE_S', `a number of seconds of at least a year (${YEAR_S})`);
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
