import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limitedUser, login, startSecuredKafka } from '@closingwire/local/testing/secured-servers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { partsOfTest, silent } from '../../test/bench-parts.ts';
import { thingChanged } from '../../test/thing-event.ts';
import { consumer, idempotent } from '../events/consume.ts';
import { deadTopicOf } from '../events/partition-fetch.ts';
import { newId } from '../process/ids.ts';
import type { Log } from '../process/log.ts';
import { permit } from '../testing/kafka-rights.ts';
import { until } from '../testing/testing.ts';
import { busRefusal, openBus, shapeOf } from './bus.ts';
import { readBusSettings } from './bus-settings.ts';
import { isBrokerTrouble } from './poll-loop.ts';
import { topicDifferences, withAdmin } from './topics.ts';

let server: Awaited<ReturnType<typeof startSecuredKafka>>;
const parts = partsOfTest();

beforeAll(async () => {
  server = await startSecuredKafka();
});
afterEach(() => parts.stop());
afterAll(() => server.stop());

type Environment = Record<string, string>;

/** The settings that reach the broker over TLS, with a topic prefix of the test. */
const overTls = (): Environment => ({
  KAFKA_BROKERS: server.tlsBrokers,
  KAFKA_TOPIC_PREFIX: `${newId()}.`,
  KAFKA_TLS: 'true',
  KAFKA_CA_FILE: server.certificates.ca,
});

const withLogin = (mechanism: string, user = login.user): Environment => ({
  ...overTls(),
  KAFKA_BROKERS: server.saslBrokers,
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_USERNAME: user,
  KAFKA_PASSWORD: login.password,
});

const open = (env: Environment, log: Log = silent) =>
  openBus({ ...readBusSettings(env), clientId: 'test', log });

/** A JWT that nobody signed, which only a broker of tests accepts. */
function unsignedToken(claims: object): string {
  const encoded = [{ alg: 'none' }, claims].map(segment =>
    Buffer.from(JSON.stringify(segment)).toString('base64url'),
  );
  return `${encoded.join('.')}.`;
}

async function oauthModule(text: string): Promise<string> {
  const path = `${dirname(server.certificates.ca)}/${newId()}.mjs`;
  await writeFile(path, text);
  return path;
}

async function withToken(): Promise<Environment> {
  const nowS = Math.floor(Date.now() / 1_000);
  const token = unsignedToken({ sub: login.user, iat: nowS, exp: nowS + 600 });
  const path = await oauthModule(`export default async () => ({ value: '${token}' });`);
  return {
    ...overTls(),
    KAFKA_BROKERS: server.saslBrokers,
    KAFKA_SASL_MECHANISM: 'oauthbearer',
    KAFKA_OAUTH_MODULE: path,
  };
}

const receiving = (received: string[]) =>
  idempotent(thingChanged, async messages => void received.push(...messages.map(({ key }) => key)));

test.each<[string, () => Environment | Promise<Environment>]>([
  ['TLS', overTls],
  ['plain', () => withLogin('plain')],
  ['scram-sha-256', () => withLogin('scram-sha-256')],
  ['scram-sha-512', () => withLogin('scram-sha-512')],
  ['oauthbearer', withToken],
])('an event is sent and received by %s', async (_name, settings) => {
  const bus = open(await settings());
  const received: string[] = [];
  const handlers = [receiving(received)];
  await parts.start(bus.part);
  await parts.start(consumer({ group: 'things', handlers, bus, log: silent }));
  const id = newId();
  await bus.send(thingChanged, [{ data: { id, version: 1 } }]);
  await until(() => received.includes(id));
});

test.each<[string, () => Environment | Promise<Environment>, string]>([
  [
    'a certificate of another CA',
    () => ({ ...overTls(), KAFKA_CA_FILE: server.certificates.otherCa }),
    'a CA in KAFKA_CA_FILE has signed; got: ',
  ],
  [
    'a certificate of no known CA',
    () => ({ ...overTls(), KAFKA_CA_FILE: '' }),
    'a CA in KAFKA_CA_FILE has signed; got: ',
  ],
  [
    'a certificate of another host',
    () => ({ ...overTls(), KAFKA_BROKERS: server.tlsBrokers.replace('localhost', '127.0.0.1') }),
    'a certificate for the host in KAFKA_BROKERS; got: ',
  ],
  ...['plain', 'scram-sha-256', 'scram-sha-512'].map(
    mechanism =>
      [
        `a wrong password by ${mechanism}`,
        () => ({ ...withLogin(mechanism), KAFKA_PASSWORD: 'wrong' }),
        'accepts in KAFKA_USERNAME; got: ',
      ] as [string, () => Environment, string],
  ),
])('%s is refused, with the setting to check', async (_name, settings, words) => {
  const bus = open(await settings());
  const error = await withAdmin(bus, admin => admin.describeCluster()).catch(cause => cause);
  expect(busRefusal(error)).toContain(words);
  expect(isBrokerTrouble(error)).toBe(true);
  await expect(bus.send(thingChanged, [{ data: { id: newId(), version: 1 } }])).rejects.toMatchObject({
    kind: 'unavailable',
  });
});

test.each([
  ['without a function', '1', 'expected a function as the default export of'],
  ['whose token server is away', "() => fetch('http://127.0.0.1:9')", 'expected a token from'],
  ['that throws', "() => { throw new Error('no login') }", 'expected a token from'],
  [
    'that returns an error reply',
    'async () => ({ value: undefined })',
    'expected { value } with a token from',
  ],
])('a module of tokens %s names its setting and ends no consumer', async (_name, provider, words) => {
  const path = await oauthModule(`export default ${provider};`);
  const bus = open({ ...(await withToken()), KAFKA_OAUTH_MODULE: path });
  const error = await withAdmin(bus, admin => admin.describeCluster()).catch(cause => cause);
  expect(String(error)).toContain(`KAFKA_OAUTH_MODULE: ${words} ${path}`);
  expect(isBrokerTrouble(error)).toBe(true);
});

/** Lets the limited user read and write topics and groups of this prefix, and create none. */
const permitted = (prefix: string) =>
  withAdmin(administrator(prefix), admin =>
    permit(admin, { user: limitedUser, prefix, topics: ['READ', 'WRITE'], groups: ['READ'] }),
  );

const administrator = (prefix: string, settings: Environment = {}) =>
  open({ ...overTls(), KAFKA_TOPIC_PREFIX: prefix, ...settings });

/** Returns the logged errors. */
function errorLog(): { log: Log; errors: string[] } {
  const errors: string[] = [];
  const log: Log = Object.create(silent, {
    error: { value: (_facts: object, message: string) => errors.push(message) },
  });
  return { log, errors };
}

test('a user without the right to create topics gets a list of missing ones, and continues once they exist', async () => {
  const env = withLogin('scram-sha-512', limitedUser);
  const prefix = env.KAFKA_TOPIC_PREFIX ?? '';
  await permitted(prefix);
  const { log, errors } = errorLog();
  const bus = open(env, log);
  const shapes = [shapeOf(thingChanged), deadTopicOf('things')];
  const failure = { kind: 'unavailable', code: 'topics_missing' };
  await expect(bus.ensureTopics(shapes)).rejects.toMatchObject(failure);
  await expect(bus.ensureTopics(shapes)).rejects.toMatchObject(failure);
  expect(errors).toEqual([
    `Kafka lacks topics that this process may not create: ${prefix}thing.changed (2 partitions, 168 hours), ${prefix}things.dead (1 partition, 720 hours). Create them with the commands that \`closingwire topics\` prints; the process tries again until then.`,
  ]);
  const received: string[] = [];
  const handlers = [receiving(received)];
  const starting = parts.start(consumer({ group: 'things', handlers, bus, log }));
  await administrator(prefix).ensureTopics(shapes);
  await starting;
  const id = newId();
  await until(() => bus.send(thingChanged, [{ data: { id, version: 1 } }]).then(() => true));
  await until(() => received.includes(id));
});

test('missing rights on a topic end no process', async () => {
  const bus = open(withLogin('scram-sha-256', limitedUser));
  const shape = shapeOf(thingChanged);
  await administrator(bus.topicPrefix).ensureTopics([shape]);
  const member = bus.kafka.consumer({ groupId: 'things' });
  await member.connect();
  const subscribing = member.subscribe({ topics: [bus.topicName(shape.topic)] });
  const error = await subscribing.catch(cause => cause).finally(() => member.disconnect());
  expect(busRefusal(error)).toContain('rights of the user in KAFKA_USERNAME; got TOPIC_AUTHORIZATION_FAILED');
  expect(isBrokerTrouble(error)).toBe(true);
});

test('KAFKA_CREATE_TOPICS=false leaves even an administrator without topics', async () => {
  const { log, errors } = errorLog();
  const bus = open({ ...overTls(), KAFKA_CREATE_TOPICS: 'false' }, log);
  await expect(bus.ensureTopics([shapeOf(thingChanged)])).rejects.toMatchObject({ code: 'topics_missing' });
  expect(errors).toHaveLength(1);
  expect(await topicDifferences(bus, [shapeOf(thingChanged)])).toEqual([
    { topic: bus.topicName('thing.changed'), declared: 2, found: undefined },
  ]);
});

test('KAFKA_PARTITIONS and KAFKA_REPLICATION_FACTOR apply to created topics', async () => {
  const bus = open({ ...overTls(), KAFKA_PARTITIONS: '5', KAFKA_REPLICATION_FACTOR: '1' });
  const shapes = [shapeOf(thingChanged), deadTopicOf('things')];
  await bus.ensureTopics(shapes);
  const topics = shapes.map(({ topic }) => bus.topicName(topic));
  const found = await withAdmin(bus, admin => admin.fetchTopicMetadata({ topics }));
  const counts = found.topics.map(({ name, partitions }) => [name, partitions.length]);
  expect(Object.fromEntries(counts)).toEqual({
    [bus.topicName('thing.changed')]: 5,
    [bus.topicName('things.dead')]: 1,
  });
  expect(await topicDifferences(bus, shapes)).toEqual([]);
  const other = administrator(bus.topicPrefix);
  expect(await topicDifferences(other, shapes)).toEqual([
    { topic: bus.topicName('thing.changed'), declared: 2, found: 5 },
  ]);
});

test('more replicas than brokers is refused with the reason', async () => {
  const bus = open({ ...overTls(), KAFKA_REPLICATION_FACTOR: '3' });
  await expect(bus.ensureTopics([shapeOf(thingChanged)])).rejects.toMatchObject({
    code: 'topics_not_created',
    message: expect.stringContaining(`${bus.topicName('thing.changed')}: INVALID_REPLICATION_FACTOR, `),
  });
});
