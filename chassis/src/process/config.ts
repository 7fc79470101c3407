import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { checkConnections } from './connection-checks.ts';

const port = z.coerce.number('a port number').int().min(0).max(65_535);

/** Settings of every process. Set the default port with `processConfig.PORT.default(8103)`. */
export const processConfig = {
  PORT: port,
  /** /healthz, /readyz and /metrics. Default: PORT + 1000. */
  MANAGEMENT_PORT: port.optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PUBLIC_URL: z.url().default('http://localhost:8080'),
};

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Checked at the start: a wrong path would otherwise look like a refused certificate. */
const certificateFile = z
  .string()
  .refine(
    path => textOf(path)?.includes('-----BEGIN CERTIFICATE-----') === true,
    'a file of PEM certificates that this process can read',
  );

const readableFile = z
  .string()
  .refine(path => textOf(path) !== undefined, 'a file that this process can read');

const isBroker = (text: string) => {
  const [, port = ''] = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\]):(\d{1,5})$/i.exec(text) ?? [];
  return Number(port) > 0 && Number(port) < 65_536;
};

export const kafkaConfig = {
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform(list => list.split(',').map(broker => broker.trim()))
    .refine(brokers => brokers.every(isBroker), 'hosts with ports, such as kafka:9092, separated by commas'),
  KAFKA_TOPIC_PREFIX: z.string().default(''),
  KAFKA_TLS: z.stringbool().default(false),
  /** The CAs of the brokers' certificates; default: the CAs that Node trusts. */
  KAFKA_CA_FILE: certificateFile.optional(),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer']).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  /** An ES module for `oauthbearer`; its default export returns `{ value }`, the token for a new connection. */
  KAFKA_OAUTH_MODULE: readableFile.optional(),
  /** For topics that the product creates; default: the broker's. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(100).optional(),
  /** For event topics that the product creates; default: as each event declares. */
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).max(1_000).optional(),
  KAFKA_CREATE_TOPICS: z.stringbool().default(true),
};

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Without `allow` and `prefer` of libpq: an attacker can make them fall back to plain text. */
export const postgresUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'an address such as postgres://user:password@host:5432/postgres',
  })
  .refine(
    url => sslModes.includes(URL.parse(url)?.searchParams.get('sslmode') ?? 'disable'),
    `a URL without sslmode, or with one of ${sslModes.join(', ')}`,
  )
  .refine(url => {
    const parameters = URL.parse(url)?.searchParams;
    return parameters?.get('sslrootcert') !== 'system' || parameters.get('sslmode') === 'verify-full';
  }, 'sslmode=verify-full beside sslrootcert=system, as libpq does');

export const databaseConfig = {
  /** `sslmode` as in libpq; without it the connection is plain text. */
  DATABASE_URL: postgresUrl,
  /** The CAs of the server's certificate; default for verify-full: the CAs that Node trusts. */
  POSTGRES_CA_FILE: certificateFile.optional(),
};

export const mongoConfig = {
  /** `tls=true` encrypts and checks certificates. */
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/\S+$/, 'an address such as mongodb://host:27017/content'),
  MONGODB_CA_FILE: certificateFile.optional(),
};

export const smtpConfig = {
  /**
   * For example smtp://user:password@host:587?requireTLS=true. smtps:// begins with TLS; without both, STARTTLS is used
   * if the server offers it.
   */
  SMTP_URL: z.url({
    protocol: /^smtps?$/,
    error:
      'an address such as smtp://user:password@host:587 or smtps://host, with %23 for a # in the password',
  }),
  SMTP_CA_FILE: certificateFile.optional(),
};

/** Words of example secrets in documents; a real secret has none of them. */
const wellKnown = /change-?me|example|your[-_]|placeholder/i;

/** One in 28 million random hex secrets of the least length has fewer distinct characters. */
const LEAST_CHARACTERS = 8;

/** Returns true for a repeated word or few distinct characters: easy to guess despite its length. */
function isMonotonous(secret: string): boolean {
  if (new Set(secret).size < LEAST_CHARACTERS) return true;
  const periods = Array.from({ length: Math.floor(secret.length / 2) }, (_, n) => n + 1);
  return periods.some(period => secret.startsWith(secret.slice(period)));
}

/** A secret of at least this length that is no example. */
export const ownSecretOf = (least: number) =>
  z
    .string()
    .min(least, { error: `at least ${least} characters`, abort: true })
    .refine(secret => !wellKnown.test(secret), {
      error: 'a secret of your own, such as `openssl rand -base64 32` prints; this one stands in an example',
      abort: true,
    })
    .refine(
      secret => !isMonotonous(secret),
      'a secret of your own, such as `openssl rand -base64 32` prints; this one repeats itself',
    );

export const ownSecret = ownSecretOf(32);

export const identityConfig = {
  JWKS_URL: z.url().default('http://127.0.0.1:8101/api/auth/v1/.well-known/jwks.json'),
  TOKEN_ISSUER: z.string().min(1),
  SERVICE_SECRET: ownSecret,
};

/** Seconds that open requests may take after SIGTERM; for processes that take uploads. */
export const drainConfig = {
  DRAIN_S: z.coerce.number().int().min(1).max(3_600).default(60),
};

type Environment = Record<string, string | undefined>;

/** Issues of list items have longer paths. */
const variableOf = (issue: z.core.$ZodIssue) => String(issue.path[0]);

/** Returns one line for each fault, for operators; hides values of variables that may hold a secret. */
export function explainConfig(error: z.ZodError, env: Environment): string[] {
  return error.issues.map(issue => {
    const name = variableOf(issue);
    return `${name}: expected ${wordingOf(issue)}; got ${shownValue(name, env[name])}`;
  });
}

const kinds: Record<string, string> = { number: 'a number', int: 'a whole number', string: 'text' };

const bound = (origin: string, limit: string) =>
  origin === 'string' ? `${limit} characters` : `a number of ${limit}`;

/** Completes the sentence 'expected …'. Keeps a schema's own message, rewords zod's. */
function wordingOf(issue: z.core.$ZodIssue): string {
  const { message, code } = issue;
  if (!/^(Invalid|Too)/.test(message)) return message;
  if (code === 'too_small') return bound(issue.origin, `at least ${issue.minimum}`);
  if (code === 'too_big') return bound(issue.origin, `at most ${issue.maximum}`);
  if (code === 'invalid_format')
    return issue.pattern ? `text like ${issue.pattern}` : message.replace('Invalid', 'a valid');
  const expected = message.replace(/^Invalid \w+: expected |, received .*$/g, '');
  return kinds[expected] ?? expected;
}

/** Returns a value to show to operators, or only its length if the variable may hold a secret. */
export function shownValue(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return 'nothing';
  return /SECRET|KEY|PASS|TOKEN|URL/.test(name) ? `a value of ${value.length} characters` : `'${value}'`;
}

function parse<S extends z.ZodObject>(schema: S, env: Environment) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  return schema.superRefine(checkConnections).safeParse(given);
}

/** Returns each variable with which `readConfig` would end the process; `expected` completes 'expected …'. */
export const configFaults = (schema: z.ZodObject, env: Environment): { name: string; expected: string }[] =>
  (parse(schema, env).error?.issues ?? []).map(issue => ({
    name: variableOf(issue),
    expected: wordingOf(issue),
  }));

/**
 * Returns the parsed environment; empty variables count as absent. Prints every missing or invalid variable to stderr and
 * exits 1 if there is one.
 */
export function readConfig<S extends z.ZodObject>(schema: S, env: Environment = process.env): z.output<S> {
  const parsed = parse(schema, env);
  if (parsed.success) return parsed.data;
  process.stderr.write(`The configuration is not complete:\n`);
  for (const line of explainConfig(parsed.error, env)) process.stderr.write(`  ${line}\n`);
  process.exit(1);
}
