import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kafkaClient } from '@closingwire/chassis/bus';
import { openIdentity } from '@closingwire/chassis/identity';
import { createLog } from '@closingwire/chassis/log';
import { managementPortOf } from '@closingwire/chassis/management';
import { sql } from '@closingwire/chassis/pg';
import { startTestBus } from '@closingwire/chassis/test-service';
import { testBusOptions, testDatabase, testIdentity } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import pg from 'pg';
import { type KillableProcess, killableProcess } from './process.ts';
import { openProvider, type Provider } from './provider.ts';

export const killable = ['billing', 'catalog', 'leads'] as const;
export type KillableName = (typeof killable)[number];

/** Small, so that histories reach the trial's limit with few ZIPs. */
export const trialZips = 4;

export type MoneyServices = {
  urls: Record<KillableName, string>;
  db: Record<KillableName, pg.Pool>;
  identity: Awaited<ReturnType<typeof testIdentity>>;
  /** Returns a token of another service, for calls to billing. */
  serviceToken(): Promise<string>;
  provider: Provider;
  publish: Awaited<ReturnType<typeof startTestBus>>['publish'];
  killAndAwait(name: KillableName): Promise<void>;
  /** Unhandled messages of these services. */
  lag(): Promise<number>;
  /** Returns ZIP codes that no history has used. */
  freshZips(count: number): Promise<string[]>;
  /** The last log lines of billing. */
  logsOfBilling(): string[];
  stop(): Promise<void>;
};

const portFor = () => freePort(managementPortOf);
const keys = { secret: 'sk_test_of_histories', publishable: 'pk_test_of_histories' };
const webhookSecret = 'whsec_of_histories';

type Topics = { brokers: string[]; topicPrefix: string };

async function openDatabases() {
  const open = async (name: KillableName) => {
    const url = await testDatabase(name);
    const pool = new pg.Pool({ connectionString: url, max: 8 });
    pool.on('error', () => {});
    return { url, pool };
  };
  const [billing, catalog, leads] = await Promise.all(killable.map(open));
  if (!billing || !catalog || !leads) throw new Error('Expected three databases');
  return { billing, catalog, leads };
}

function lagOf(topics: Topics) {
  const log = createLog('histories', 'silent');
  const admin = kafkaClient({ brokers: topics.brokers, clientId: 'histories', log }).admin();
  const connected = admin.connect();
  async function lagOfGroup(name: string): Promise<number> {
    const committed = await admin.fetchOffsets({ groupId: `${topics.topicPrefix}${name}` });
    const lags = committed.map(async ({ topic, partitions }) => {
      const high = new Map((await admin.fetchTopicOffsets(topic)).map(end => [end.partition, end]));
      return partitions.reduce((sum, { partition, offset }) => {
        const end = high.get(partition);
        // -1: the group has committed nothing, so all messages are unhandled.
        const from = Math.max(Number(offset), Number(end?.low ?? 0));
        return sum + Number(end?.high ?? 0) - from;
      }, 0);
    });
    return (await Promise.all(lags)).reduce((sum, lag) => sum + lag, 0);
  }
  return {
    async lag(): Promise<number> {
      await connected;
      return (await Promise.all(killable.map(lagOfGroup))).reduce((sum, lag) => sum + lag, 0);
    },
    stop: () => admin.disconnect(),
  };
}

/** Returns each ZIP code of the catalog once. */
function zipSource(catalog: pg.Pool) {
  let next = 0;
  return async (count: number): Promise<string[]> => {
    const from = next;
    next += count;
    const { rows } = await catalog.query<{ code: string }>(
      sql`select zip_code as code from zips where is_available order by zip_code offset ${from} limit ${count}`,
    );
    if (rows.length < count) throw new Error(`Expected ${count} ZIPs from ${from} on, got ${rows.length}`);
    return rows.map(({ code }) => code);
  };
}

type Databases = Awaited<ReturnType<typeof openDatabases>>;
type Identity = Awaited<ReturnType<typeof testIdentity>>;

async function openProcesses(identity: Identity, topics: Topics, databases: Databases, dataDir: string) {
  const names = [...killable, 'stripe-sandbox'] as const;
  type Name = (typeof names)[number];
  const ports = new Map(await Promise.all(names.map(async name => [name, await portFor()] as const)));
  const urlOf = (name: Name) => `http://127.0.0.1:${ports.get(name)}`;
  const process = (name: Name, folder: string, env: Record<string, string>) =>
    killableProcess(`${folder}/${name}/src/main.ts`, urlOf(name), {
      PORT: String(ports.get(name)),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      PUBLIC_URL: 'https://product.example',
      ...env,
    });
  const service = (name: KillableName, env: Record<string, string> = {}) =>
    process(name, 'services', {
      KAFKA_BROKERS: topics.brokers.join(','),
      KAFKA_TOPIC_PREFIX: topics.topicPrefix,
      JWKS_URL: identity.jwksUrl,
      TOKEN_ISSUER: identity.issuer,
      SERVICE_SECRET: identity.serviceSecret,
      DATABASE_URL: databases[name].url,
      ...env,
    });
  const stripe = {
    STRIPE_SECRET_KEY: keys.secret,
    STRIPE_PUBLISHABLE_KEY: keys.publishable,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  };
  const sandbox = process('stripe-sandbox', 'infra', {
    ...stripe,
    DATA_DIR: dataDir,
    STRIPE_WEBHOOK_URL: `${urlOf('billing')}/api/stripe/webhook`,
  });
  const services: Record<KillableName, KillableProcess> = {
    catalog: service('catalog', {
      WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of histories, long enough').toString('base64')}`,
    }),
    billing: service('billing', {
      ...stripe,
      CATALOG_URL: urlOf('catalog'),
      STRIPE_API_URL: urlOf('stripe-sandbox'),
      TRIAL_ZIPS: String(trialZips),
    }),
    leads: service('leads'),
  };
  return { urlOf, services, all: [sandbox, ...Object.values(services)] };
}

/** Starts billing, catalog, leads and the payment sandbox as processes on the test servers, for many histories. */
export async function startMoneyServices(): Promise<MoneyServices> {
  const identity = await testIdentity();
  const topics = testBusOptions();
  const databases = await openDatabases();
  const dataDir = await mkdtemp(join(tmpdir(), 'histories-'));
  const { urlOf, services, all } = await openProcesses(identity, topics, databases, dataDir);
  const offsets = lagOf(topics);
  let bus: Awaited<ReturnType<typeof startTestBus>> | undefined;

  async function stop(): Promise<void> {
    await Promise.all(all.map(process => process.stop()));
    await bus?.stop();
    await offsets.stop();
    for (const { pool } of Object.values(databases)) await pool.end();
    await identity.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await Promise.all(all.map(process => process.start()));
    bus = await startTestBus(topics);
    const provider = openProvider({ url: urlOf('stripe-sandbox'), ...keys });
    await provider.pauseWebhooks();
    const auth = openIdentity({ ...identity, name: 'auth' });
    const { billing, catalog, leads } = databases;
    return {
      urls: { billing: urlOf('billing'), catalog: urlOf('catalog'), leads: urlOf('leads') },
      db: { billing: billing.pool, catalog: catalog.pool, leads: leads.pool },
      identity,
      serviceToken: () => auth.serviceToken('billing'),
      provider,
      publish: bus.publish,
      killAndAwait: name => services[name].killAndAwait(),
      lag: offsets.lag,
      freshZips: zipSource(catalog.pool),
      logsOfBilling: services.billing.lastLines,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
