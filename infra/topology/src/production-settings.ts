import { authSettings } from './auth-settings.ts';
import { type SettingGroup, settings } from './settings.ts';

/** Prefix of a server's containers, volumes and network. A local product in the same folder uses another. */
export const USUAL_PROJECT = 'closingwire-production';

/** A setting that only `.env.production` has. */
export type ProductionSetting = {
  name: string;
  /** The default value. */
  usual?: string;
  /** An example, if there is no default. */
  example?: string;
  /** Whether the example works on a server. */
  isUsable?: true;
  required?: true;
  secret?: true;
  /** The kind of value that a new file gets: the operator need not choose this secret. */
  made?: 'secret' | 'webhook-secret' | 'ingestion-key';
};

export type ProductionGroup = { about: string; settings: readonly ProductionSetting[] };

export const productionGroups: readonly ProductionGroup[] = [
  {
    about: 'The public address. Its name must point to this server.',
    settings: [{ name: 'PUBLIC_URL', example: 'https://app.example.com', required: true }],
  },
  {
    about:
      'The certificate: automatic (Let’s Encrypt), files (site-certificate/site.pem and site-key.pem), internal (a CA of its own). ACME_EMAIL gets warnings about it. ACME_DIRECTORY is another authority that issues certificates by ACME; ACME_CA_FILE is its CA, where browsers do not know it.',
    settings: [
      { name: 'CERTIFICATE', usual: 'automatic' },
      { name: 'ACME_EMAIL', example: 'ops@example.com' },
      { name: 'ACME_DIRECTORY', example: 'https://acme.example.com/directory' },
      { name: 'ACME_CA_FILE', example: '/certificates/acme.pem', isUsable: true },
    ],
  },
  {
    about:
      'Email: the server (smtp:// with STARTTLS, or smtps://), the sender, where users’ messages go, and the postal address that the law wants in offers.',
    settings: [
      {
        name: 'SMTP_URL',
        example: 'smtp://user:password@smtp.example.com:587',
        required: true,
        secret: true,
      },
      { name: 'MAIL_FROM', example: 'ClosingWire <hello@example.com>', required: true },
      { name: 'SUPPORT_ADDRESS', example: 'support@example.com', required: true },
      {
        name: 'POSTAL_ADDRESS',
        example: 'ClosingWire Inc., 1 Main Street, Springfield, IL 62701',
        required: true,
      },
    ],
  },
  {
    about:
      'Stripe’s keys, of one mode at least. `make stripe-setup` writes the webhook secrets. Live mode counts once an admin switches to it.',
    settings: [
      { name: 'STRIPE_SECRET_KEY', example: 'sk_test_…', secret: true },
      { name: 'STRIPE_PUBLISHABLE_KEY', example: 'pk_test_…' },
      { name: 'STRIPE_WEBHOOK_SECRET', example: 'whsec_…', secret: true },
      { name: 'STRIPE_LIVE_SECRET_KEY', example: 'sk_live_…', secret: true },
      { name: 'STRIPE_LIVE_PUBLISHABLE_KEY', example: 'pk_live_…' },
      { name: 'STRIPE_LIVE_WEBHOOK_SECRET', example: 'whsec_…', secret: true },
    ],
  },
  {
    about: 'Where assignments of ZIPs are sent until an admin sets another address.',
    settings: [{ name: 'INITIAL_SCRAPE_WEBHOOK_URL', example: 'https://source.example.com/assigned' }],
  },
  {
    about:
      'Secrets, made when this file was written. docs/runbooks/production.md describes how to change each.',
    settings: [
      { name: 'SERVICE_SECRET', required: true, secret: true, made: 'secret' },
      { name: 'WEBHOOK_SECRET', required: true, secret: true, made: 'webhook-secret' },
      { name: 'INGESTION_KEY', required: true, secret: true, made: 'ingestion-key' },
      { name: 'POSTGRES_PASSWORD', required: true, secret: true, made: 'secret' },
    ],
  },
  {
    about:
      'Servers of your own instead of the containers, each by itself. The PostgreSQL user may create databases, or auth, billing, catalog, leads and notifications are there.',
    settings: [
      {
        name: 'POSTGRES_URL',
        example: 'postgres://user:password@db.example.com:5432/postgres?sslmode=verify-full',
        secret: true,
      },
      { name: 'KAFKA_BROKERS', example: 'kafka.example.com:9093' },
      { name: 'MONGODB_URL', example: 'mongodb+srv://user:password@mongo.example.com/content', secret: true },
    ],
  },
  {
    about:
      'A CDN or load balancer of yours in front: the address ranges from which it connects, separated by commas. Caddy believes X-Forwarded-For of these alone.',
    settings: [{ name: 'TRUSTED_PROXY_RANGES', example: '10.0.0.0/16,2001:db8::/32' }],
  },
  {
    about: 'The image to run; without it, `make deploy` builds one from this folder.',
    settings: [{ name: 'IMAGE', example: 'registry.example.com/closingwire:1' }],
  },
  {
    about: 'Ports that Caddy listens on, and a name for the containers, for a second product on this server.',
    settings: [
      { name: 'HTTP_PORT', usual: '80' },
      { name: 'HTTPS_PORT', usual: '443' },
      { name: 'PROJECT', usual: USUAL_PROJECT },
    ],
  },
  {
    about:
      'For `make doctor`: the address by which the internet reaches this server, where its own interfaces do not have it (NAT, a load balancer); and items whose problems it shows as warnings, by the names that it prints, separated by commas.',
    settings: [
      { name: 'PUBLIC_ADDRESS', example: '203.0.113.7' },
      { name: 'DOCTOR_ACCEPTS', example: 'SPF,DMARC', isUsable: true },
    ],
  },
  {
    about:
      'For a rehearsal without Stripe: the address of the payment sandbox for processes and for browsers, and the origins that pages may load from.',
    settings: [
      { name: 'STRIPE_API_URL', example: 'http://172.17.0.1:12111', isUsable: true },
      { name: 'STRIPE_SANDBOX_URL', example: 'http://172.17.0.1:12111', isUsable: true },
      { name: 'PAYMENT_ORIGINS', example: 'http://172.17.0.1:12111', isUsable: true },
    ],
  },
];

/** Groups of settings for all ways to start the product. */
export const commonGroups: readonly SettingGroup[] = [...settings, ...authSettings];

const ownNames = productionGroups.flatMap(group => group.settings.map(({ name }) => name));

/** The groups that production shares with the other ways, without settings that it lists itself. */
export const sharedGroups: readonly SettingGroup[] = commonGroups
  .filter(({ ways }) => ways === undefined || ways.includes('make deploy'))
  .map(group => ({ ...group, values: without(group.values, ownNames) }))
  .filter(({ values }) => Object.keys(values).length > 0);

function without(values: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** All names that `.env.production` may set. */
export const productionNames: readonly string[] = [
  ...ownNames,
  ...sharedGroups.flatMap(({ values }) => Object.keys(values)),
];
