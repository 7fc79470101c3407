import { productProcesses } from './topology.ts';

/** Ways to start the product on one machine. */
export type Way = 'make start' | 'make containers' | 'make deploy';

/** Related settings. */
export type SettingGroup = {
  about: string;
  /** Default values by name; empty if there is no default. */
  values: Record<string, string>;
  /** Names that hold a secret: only files readable by their owner may contain them. */
  secret?: readonly string[];
  /** Processes that read the settings; by default all. */
  of?: readonly string[];
  /** Ways to start the product that use the settings; by default all. */
  ways?: readonly Way[];
};

/** Processes of backups and restores. No product process reads their keys. */
const ofBackups = ['backup', 'cli'];
const withBackups: readonly Way[] = ['make start', 'make deploy'];

/** Processes that uploads pass through. An update lets their uploads finish. */
export const takingUploads: readonly string[] = ['gateway', 'leads'];

export const usualDrainS = 60;

const onBus = productProcesses.map(({ name }) => name);
const onDatabase = productProcesses.filter(({ database }) => database).map(({ name }) => name);

/** Connections to the operator's servers. File paths are as processes see them. */
const connections: readonly SettingGroup[] = [
  {
    about:
      'TLS to Kafka, with the CAs of a PEM file (by default those that Node trusts). A login: plain, scram-sha-256 or scram-sha-512 with user and password; oauthbearer with an ES module whose default export returns { value }, a token for each connection.',
    values: {
      KAFKA_TLS: 'false',
      KAFKA_CA_FILE: '',
      KAFKA_SASL_MECHANISM: '',
      KAFKA_USERNAME: '',
      KAFKA_PASSWORD: '',
      KAFKA_OAUTH_MODULE: '',
    },
    secret: ['KAFKA_PASSWORD'],
    of: onBus,
  },
  {
    about:
      "What precedes the names of topics and consumer groups; whether processes create missing topics (`closingwire topics` prints the commands for an administrator), with how many replicas (the brokers' default) and partitions (as each event declares). Topics that exist are never changed.",
    values: {
      KAFKA_TOPIC_PREFIX: '',
      KAFKA_CREATE_TOPICS: 'true',
      KAFKA_REPLICATION_FACTOR: '',
      KAFKA_PARTITIONS: '',
    },
    of: onBus,
  },
  {
    about:
      "The CAs of PostgreSQL's certificate, a PEM file; POSTGRES_URL needs ?sslmode=verify-full beside it. Without the file, verify-full trusts the CAs that Node trusts.",
    values: { POSTGRES_CA_FILE: '' },
    of: onDatabase,
  },
  {
    about: "The CAs of MongoDB's certificate, a PEM file; MONGODB_URL needs ?tls=true beside it.",
    values: { MONGODB_CA_FILE: '' },
    of: ['content'],
  },
  {
    about:
      "The CAs of the mail server's certificate, a PEM file; SMTP_URL needs smtps:// or ?requireTLS=true beside it.",
    values: { SMTP_CA_FILE: '' },
    of: ['notifications'],
  },
];

export const settings: readonly SettingGroup[] = [
  ...connections,
  {
    about:
      'How long a trial lasts and how many ZIPs it holds, how long an unpaid one keeps them, and cents per ZIP and month.',
    values: { TRIAL_DAYS: '14', TRIAL_ZIPS: '25', HOLD_AFTER_TRIAL_DAYS: '14', PRICE_CENTS: '1500' },
  },
  {
    about:
      'Who mails come from, and where contact messages, flagged leads and opt-outs to review go. In production both need your own domain.',
    values: {
      MAIL_FROM: 'ClosingWire <hello@closingwire.test>',
      SUPPORT_ADDRESS: 'support@closingwire.test',
    },
  },
  {
    about:
      'Your postal address in one line. CAN-SPAM requires it in every email that can be turned off, and the product requires it in production.',
    values: { POSTAL_ADDRESS: '' },
    of: ['notifications'],
  },
  {
    about:
      'How many mails one process of notifications sends in a second: with several, the limit of your mail provider divided by their number.',
    values: { MAILS_PER_SECOND: '100' },
    of: ['notifications'],
  },
  {
    about:
      'DKIM: the RSA key that signs mails, as PEM with \\n for its line breaks or as a file; the selector of its DNS record; the domain, by default that of MAIL_FROM. Where the mail provider signs, set the selector alone, so that `make doctor` can check its record.',
    values: { DKIM_SELECTOR: '', DKIM_DOMAIN: '', DKIM_PRIVATE_KEY: '', DKIM_PRIVATE_KEY_FILE: '' },
    secret: ['DKIM_PRIVATE_KEY'],
    of: ['notifications'],
  },
  {
    about:
      'The secret with which the mail provider reports bounces and complaints (docs/runbooks/mail.md), at least 32 characters. Without it, the webhook is off.',
    values: { MAIL_EVENTS_SECRET: '' },
    secret: ['MAIL_EVENTS_SECRET'],
    of: ['notifications'],
  },
  {
    about: 'How many links of opt-outs are mailed in an hour, to all together and to one network.',
    values: { OPT_OUT_MAILS_PER_HOUR: '200', OPT_OUT_MAILS_PER_NETWORK: '20' },
  },
  {
    about:
      'Providers of evidence about contacts (docs/contact-providers.md): address and key of each, and the most contacts of a day (UTC), which bounds the costs. Without an address and a key, a provider is not called.',
    values: {
      EMAIL_VERIFICATION_URL: '',
      EMAIL_VERIFICATION_KEY: '',
      EMAIL_VERIFICATIONS_PER_DAY: '5000',
      LINE_TYPE_URL: '',
      LINE_TYPE_KEY: '',
      LINE_TYPES_PER_DAY: '5000',
    },
    secret: ['EMAIL_VERIFICATION_KEY', 'LINE_TYPE_KEY'],
    of: ['leads', 'leads-feeds'],
  },
  {
    about:
      "The sample lead source's RESO Web API: its credentials, the life of its tokens, and whether tests may control it; the key of its sample provider of evidence.",
    values: {
      RESO_CLIENT_ID: 'reso-sample',
      RESO_CLIENT_SECRET: 'reso-sample-secret',
      RESO_TOKEN: 'reso-sample-token',
      RESO_TOKEN_SECONDS: '3600',
      RESO_CONTROL: 'false',
      CONTACTS_KEY: 'contacts-sample',
    },
    of: ['lead-source'],
    ways: ['make start', 'make containers'],
  },
  {
    about:
      'When the ZIPs of the day are asked for again (minute and hour, UTC), and how long a webhook waits for its reply.',
    values: { REFRESH_AT: '0 9', WEBHOOK_TIMEOUT_MS: '15000' },
  },
  {
    about: 'How far the standby may be behind before lists are read from the primary.',
    values: { STANDBY_BEHIND_MS: '1000' },
    ways: ['make start'],
  },
  {
    about:
      'Requests a minute from one client network, at all and to the routes of each limit; exports, outcomes and calls of a minute by one account or key.',
    values: {
      REQUESTS_PER_NETWORK: '3000',
      SIGN_IN_REQUESTS_PER_NETWORK: '120',
      SIGN_UP_REQUESTS_PER_NETWORK: '120',
      RECOVERY_REQUESTS_PER_NETWORK: '60',
      CONTACT_REQUESTS_PER_NETWORK: '60',
      EXPORTS_PER_ACCOUNT: '60',
      OUTCOMES_PER_ACCOUNT: '120',
      PARTNER_CALLS_PER_KEY: '600',
    },
  },
  {
    about:
      'What is open at the same time: calls of one client network, and of one user or key; requests to one service; bytes of all bodies.',
    values: {
      OPEN_REQUESTS_PER_NETWORK: '100',
      OPEN_REQUESTS_PER_CALLER: '50',
      CONNECTIONS_PER_SERVICE: '512',
      BODY_BYTES_AT_ONCE: '268435456',
    },
  },
  {
    about: 'How long the gateway waits for the reply of a service, and for one that restarts.',
    values: { UPSTREAM_TIMEOUT_MS: '30000', RESTART_MS: '15000' },
  },
  {
    about:
      'How long a body may stand still, and take in all; how long a streamed upload may stand still, and a client take nothing of its reply.',
    values: {
      BODY_IDLE_MS: '10000',
      BODY_TOTAL_MS: '30000',
      STREAM_IDLE_MS: '30000',
      REPLY_STUCK_MS: '60000',
    },
  },
  {
    about:
      'For how many seconds open requests, such as uploads, may go on when their process ends; an idle process ends at once.',
    values: { DRAIN_S: String(usualDrainS) },
    of: takingUploads,
  },
  {
    about: 'How many proxies of yours stand in front, append to X-Forwarded-For and set X-Forwarded-Host.',
    values: { TRUSTED_PROXIES: '0' },
    ways: ['make start', 'make containers'],
  },
  {
    about:
      'For how many seconds browsers use https alone (HSTS), whether at the names below PUBLIC_URL too, and whether its name may go into the list that browsers ship.',
    values: { HSTS_MAX_AGE_S: '63072000', HSTS_INCLUDE_SUBDOMAINS: 'false', HSTS_PRELOAD: 'false' },
    of: ['gateway'],
  },
  {
    about: 'What a process logs: trace, debug, info, warn, error, silent.',
    values: { LOG_LEVEL: 'info' },
  },
  {
    about:
      'Where traces go, to an OpenTelemetry collector by OTLP over HTTP, and how much of them; without an address none are made.',
    values: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: '0.01' },
  },
  {
    about:
      'Where backups go: a folder or s3://bucket/prefix, by default /backups in containers and backups/ of `make start`.',
    values: { BACKUP_TO: '' },
    of: ofBackups,
    ways: withBackups,
  },
  {
    about: 'When a backup is taken each day (minute and hour, UTC), and how many days it stays.',
    values: { BACKUP_AT: '15 3', BACKUP_KEEP_DAYS: '14' },
    of: ofBackups,
    ways: ['make deploy'],
  },
  {
    about: "The S3 server of an s3:// address; the endpoint by default Amazon's.",
    values: {
      BACKUP_S3_ENDPOINT: '',
      BACKUP_S3_REGION: 'us-east-1',
      BACKUP_S3_ACCESS_KEY_ID: '',
      BACKUP_S3_SECRET_ACCESS_KEY: '',
    },
    secret: ['BACKUP_S3_SECRET_ACCESS_KEY'],
    of: ofBackups,
    ways: withBackups,
  },
  {
    about:
      'What backups are encrypted with: a passphrase of at least 24 characters, or public keys of age (age1…, with commas), so that the server cannot read its backups. A restore needs the passphrase, or the private key.',
    values: { BACKUP_PASSPHRASE: '', BACKUP_RECIPIENTS: '', BACKUP_IDENTITY: '' },
    secret: ['BACKUP_PASSPHRASE', 'BACKUP_IDENTITY'],
    of: ofBackups,
    ways: withBackups,
  },
];
