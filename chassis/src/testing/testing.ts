import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ACCESS_AUDIENCE,
  type AccessUser,
  toAccessClaims,
  toProfileClaims,
} from '@closingwire/contracts/access-token';
import { CHANGES_HEADER, decodeChanges } from '@closingwire/contracts/audit';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { SAFE_IDLE_MS } from '../http/drain.ts';
import { raw, sql } from '../postgres/pg.ts';
import { AppError } from '../process/app-error.ts';
import { newId } from '../process/ids.ts';
import { messagesHandled } from '../process/telemetry.ts';

function address(variable: string): string {
  const value = process.env[variable];
  if (!value)
    throw new Error(`${variable} is not set: run the tests with \`make test\`, which starts the servers`);
  return value;
}

const unique = () => randomBytes(4).toString('hex');

/** Returns the changes that a reply reports to the audit log. */
export const changesNamedIn = (reply: Response) => decodeChanges(reply.headers.get(CHANGES_HEADER) ?? '');

/**
 * Polls until `look` returns a truthy value, and returns it; errors count as not yet. After the timeout throws with the last
 * error.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  { timeoutMs = 45_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    await new Promise(resolve => setTimeout(resolve, everyMs));
  } while (Date.now() < deadline);
  throw new Error(`Not true within ${timeoutMs} ms: ${look}`, { cause: last });
}

/** Returns how many messages of these events the consumers of this process have handled. */
export async function messagesDone(...events: EventDeclaration[]): Promise<number> {
  const { values } = await messagesHandled.get();
  const topics: unknown[] = events.map(({ topic }) => topic);
  return values
    .filter(({ labels }) => topics.includes(labels.topic))
    .filter(({ labels }) => labels.outcome === 'handled' || labels.outcome === 'repeated')
    .reduce((sum, { value }) => sum + value, 0);
}

/** Creates an empty database and returns its URL; dropped after the file's tests. */
export async function testDatabase(name: string): Promise<string> {
  const server = address('TEST_POSTGRES_URL');
  const database = `${name.replaceAll(/\W/g, '_')}_${unique()}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql`create database ${raw(database)}`);
  } finally {
    await client.end();
  }
  willDropDatabase(server, database);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Returns the test broker with a new prefix for topics and groups; deleted after the file's tests. */
export function testBusOptions(): { brokers: string[]; topicPrefix: string } {
  const options = { brokers: address('TEST_KAFKA_BROKERS').split(','), topicPrefix: `t${unique()}.` };
  willDeleteTopics(options.brokers, options.topicPrefix);
  return options;
}

/** Returns the URL of a new database. */
export function testMongoUrl(): string {
  const url = new URL(address('TEST_MONGO_URL'));
  url.pathname = `/t${unique()}`;
  return url.href;
}

/**
 * Starts an issuer of user tokens with its own JWKS. `tokenFor` signs what auth would sign.
 */
export async function testIdentity() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' };
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const issuer = 'https://auth.test.example';

  function tokenFor(
    { id = newId(), ...user }: Partial<AccessUser> = {},
    { lifeS = 900, audience = ACCESS_AUDIENCE }: { lifeS?: number; audience?: string } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const profile = { companyName: 'Example Ltd', teamSize: 'Just me (1)' };
    const claims = toAccessClaims(
      {
        id,
        email: user.email ?? `${id}@example.com`,
        role: 'authenticated',
        isAnonymous: false,
        isAdmin: user.isAdmin ?? false,
        industry: user.industry ?? 'Mortgage Broker',
        emailConfirmedAt: user.activatedAt ?? new Date(),
        status: user.status ?? 'active',
        appMetadata: { provider: 'email', providers: ['email'] },
        userMetadata: toProfileClaims({ firstName: 'Ada', lastName: 'Example', ...profile, ...user }),
      },
      {
        id: user.sessionId ?? newId(),
        aal: user.aal ?? 'aal1',
        amr: [{ method: 'password', timestamp: now }],
        awaitsSecondFactor: false,
      },
    );
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(now + lifeS)
      .sign(privateKey);
  }

  return {
    jwksUrl: `http://127.0.0.1:${port}/jwks.json`,
    issuer,
    serviceSecret: 'test-secret-of-thirty-two-characters-and-more',
    tokenFor,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}

export type TestMessage = {
  id: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

type InboxEntry = Omit<TestMessage, 'text' | 'html'> & {
  text?: string;
  html?: string;
  to: { address: string }[];
};

/** Returns the SMTP URL of the test mail server, and the messages for an address. */
export function testMail(): { smtpUrl: string; messagesTo(recipient: string): Promise<TestMessage[]> } {
  const api = address('TEST_MAIL_API_URL');
  return {
    smtpUrl: address('TEST_SMTP_URL'),
    async messagesTo(recipient) {
      const reply = await fetch(new URL('/email', api));
      const all = (await reply.json()) as InboxEntry[];
      return all
        .filter(entry => entry.to.some(to => to.address.toLowerCase() === recipient.toLowerCase()))
        .map(({ id, subject, text = '', html = '', headers }) => ({ id, subject, text, html, headers }));
    },
  };
}

/** Handles a declared route that a test's service does not implement: 501. */
export function notServed(): never {
  throw new AppError('not-implemented', 'not_served', 'This service of a test does not serve the call');
}

/**
 * Replies like a service, but resets requests on a connection that was idle for longer than our clients keep one: a stopping
 * service could be closing it.
 */
export function refuseLongIdle(reply: string): RequestListener {
  const repliedAt = new WeakMap<object, number>();
  return (req, res) => {
    const idleMs = performance.now() - (repliedAt.get(req.socket) ?? Number.POSITIVE_INFINITY);
    if (idleMs > SAFE_IDLE_MS + 50) return void req.socket.destroy();
    res.setHeader('content-type', 'application/json');
    req.resume().on('end', () => res.end(reply, () => repliedAt.set(req.socket, performance.now())));
  };
}

const databases: { server: string; database: string }[] = [];
const prefixes: { brokers: string[]; topicPrefix: string }[] = [];

async function dropDatabases(): Promise<void> {
  for (const { server, database } of databases.splice(0)) {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client
      .query(sql`drop database if exists ${raw(database)} with (force)`)
      .finally(() => client.end());
  }
}

async function deleteTopics(): Promise<void> {
  const [first] = prefixes;
  if (!first) return;
  const mine = prefixes.splice(0).map(({ topicPrefix }) => topicPrefix);
  const admin = new Kafka({ brokers: first.brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter(topic => mine.some(prefix => topic.startsWith(prefix)));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
}

/** Drops the databases and topics that tests created so far: thousands of old partitions would slow the broker down. */
export async function clearAway(): Promise<void> {
  await Promise.allSettled([dropDatabases(), deleteTopics()]);
}

function willDropDatabase(server: string, database: string): void {
  databases.push({ server, database });
}

function willDeleteTopics(brokers: string[], topicPrefix: string): void {
  prefixes.push({ brokers, topicPrefix });
}
