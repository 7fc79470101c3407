import { readFile } from 'node:fs/promises';
import { busRefusal, openBus } from '@closingwire/chassis/bus';
import { busSettings } from '@closingwire/chassis/bus-settings';
import { explainConfig, kafkaConfig } from '@closingwire/chassis/config';
import { nodePostgresUrl } from '@closingwire/chassis/connection-urls';
import { createLog } from '@closingwire/chassis/log';
import { requiresTls } from '@closingwire/chassis/mail-settings';
import { mongoUrl, openMongo } from '@closingwire/chassis/mongo';
import { databaseUrl, sql } from '@closingwire/chassis/pg';
import { topicDifferences } from '@closingwire/chassis/topics';
import { withDatabase } from '@closingwire/topology/addresses';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings-file.ts';
import { neededTopics } from '../topics/needed-topics.ts';
import type { BackupFacts, ServerReply, TopicsFacts } from './check-servers.ts';

export type ServerFacts = { replies: ServerReply[]; topics: TopicsFacts; backup: BackupFacts };

const PATIENCE_MS = 5_000;
const log = createLog('doctor', 'silent');

/** Returns the innermost reason: libraries wrap the error of the operating system or the server. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name;
}

async function withPg<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: nodePostgresUrl(url),
    connectionTimeoutMillis: PATIENCE_MS,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Before the first start neither the database nor the tables exist. */
const absent = new Set(['3D000', '42P01']);

const unlessAbsent = (error: { code?: string }) => {
  if (!absent.has(error.code ?? '')) throw error;
};

/**
 * Reads the last backup and the day of the first migration from auth's database. A database younger than a day needs
 * no backup.
 */
export async function readBackup(url: string): Promise<BackupFacts> {
  try {
    return await withPg(url, async client => {
      const { rows } = await client.query<{ takenAt: Date | null; since: Date | null }>(sql`
        select (select max(taken_at) from backups) as "takenAt",
          (select min(run_on) from migrations) as since`);
      const { takenAt, since } = rows[0] ?? {};
      return { takenAt: takenAt ?? undefined, since: since ?? undefined };
    });
  } catch (error) {
    unlessAbsent(error as { code?: string });
    return {};
  }
}

async function readTopics(settings: Settings): Promise<TopicsFacts> {
  const parsed = z.object(kafkaConfig).safeParse(settings);
  if (!parsed.success) throw new OperatorError(explainConfig(parsed.error, settings).join('; '));
  const { topicPolicy, ...connection } = busSettings(parsed.data);
  const bus = openBus({ ...connection, topicPolicy, clientId: 'doctor', log });
  try {
    const different = await topicDifferences(bus, neededTopics);
    return { different, mayCreate: topicPolicy.mayCreate ?? true };
  } catch (error) {
    const refusal = busRefusal(error);
    throw refusal === undefined ? error : new OperatorError(refusal);
  } finally {
    await bus.part.stop();
  }
}

async function pingMongo(url: string): Promise<void> {
  const { connection } = openMongo({ url, name: 'doctor', log, prepare: async () => {} });
  try {
    await connection.openUri(url, { appName: 'doctor', serverSelectionTimeoutMS: PATIENCE_MS });
    await connection.db?.command({ ping: 1 });
  } finally {
    await connection.close();
  }
}

/** Connects, starts TLS and authenticates as notifications does; sends nothing. */
async function pingSmtp(url: string, { PUBLIC_URL = '', SMTP_CA_FILE: caFile }: Settings): Promise<void> {
  const isStrict = URL.canParse(PUBLIC_URL) && requiresTls({ PUBLIC_URL, SMTP_URL: url });
  const transport = createTransport({
    url,
    ...(isStrict && { requireTLS: true }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    ...(caFile !== undefined && { tls: { ca: await readFile(caFile, 'utf8') } }),
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Calls each configured server, and reads topics and backups. */
export async function readServers(settings: Settings): Promise<ServerFacts> {
  const facts: ServerFacts = { replies: [], topics: { different: [], mayCreate: true }, backup: {} };
  const { POSTGRES_CA_FILE, MONGODB_CA_FILE } = settings;
  const call = async (item: ServerReply['item'], setting: string, ask: (url: string) => Promise<void>) => {
    const url = settings[setting];
    const refusal = url === undefined ? undefined : await ask(url).then(() => undefined, reasonOf);
    facts.replies.push({
      item,
      setting,
      isSet: url !== undefined,
      ...(refusal !== undefined && { refusal }),
    });
  };
  await Promise.all([
    call('Postgres', 'POSTGRES_URL', async cluster => {
      const url = databaseUrl({ DATABASE_URL: cluster, POSTGRES_CA_FILE });
      // Before the first start the database may not exist.
      await withPg(url, client => client.query(sql`select 1`)).catch(unlessAbsent);
      facts.backup = await readBackup(withDatabase(url, 'auth'));
    }),
    call('Kafka', 'KAFKA_BROKERS', async () => {
      facts.topics = await readTopics(settings);
    }),
    call('MongoDB', 'MONGODB_URL', url => pingMongo(mongoUrl({ MONGODB_URL: url, MONGODB_CA_FILE }))),
    call('SMTP', 'SMTP_URL', url => pingSmtp(url, settings)),
  ]);
  return facts;
}
