import { openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { unfinishedRestore } from '@closingwire/chassis/migrate';
import { raw, sql } from '@closingwire/chassis/pg';
import { OperatorError, reasonsOf } from '../operator-error.ts';
import { withClient } from './database-client.ts';
import { shortTopics } from './kafka-load.ts';
import { type Admin, endsOf, type KafkaState, type ProductBus } from './kafka-state.ts';
import { lackingActions } from './mongo-copy.ts';
import type { Database } from './postgres-dump.ts';
import { emptyDatabase } from './postgres-tables.ts';
import { removableData, withBus } from './present-data.ts';
import type { LocatedStores } from './product-stores.ts';

export type Plan = { topics: KafkaState['topics']; collections: readonly string[]; removes: boolean };

/**
 * Checks with each server, without a change, whether this user may do everything that the restore does. Throws one
 * sentence with all missing rights. Kafka does not report the rights Read and Write, which all processes need too.
 */
export async function expectRights({ databases, bus, mongoUrl }: LocatedStores, plan: Plan): Promise<void> {
  const found = await Promise.all([
    ...databases.map(database => rehearse(database, plan)),
    problemsOfBus(bus, plan),
    lackingActions(mongoUrl, plan.collections, plan.removes),
  ]);
  const problems = found.flat();
  if (problems.length === 0) return;
  throw new OperatorError(
    `Nothing was changed: the restore would fail. ${problems.join('; ')}. Mend this by docs/runbooks/own-servers.md, then run the restore again.`,
  );
}

/** Removes everything in a transaction and rolls it back: only PostgreSQL knows all owners and dependencies. */
const rehearse = ({ name, url }: Database, { removes }: Plan): Promise<string[]> =>
  withClient(url, 'restore', async client => {
    try {
      await client.query(sql`begin; set local lock_timeout = '10s'`);
      if (removes) await emptyDatabase(client);
      await client.query(
        sql`create schema if not exists ${raw(unfinishedRestore)}; create table public.${raw(unfinishedRestore)} ()`,
      );
      return [];
    } catch (error) {
      return [`PostgreSQL's database ${name}: ${reasonsOf(error)}`];
    } finally {
      await client.query(sql`rollback`);
    }
  });

async function problemsOfBus(productBus: ProductBus, plan: Plan): Promise<string[]> {
  const mayCreate = productBus.topicPolicy?.mayCreate ?? true;
  return withBus(productBus, async admin => {
    const there = await removableData(admin, productBus);
    const removed = plan.removes ? there : { topics: [], groups: [] };
    const nameOf = (topic: string) => `${productBus.topicPrefix}${topic}`;
    const wanted = Object.keys(plan.topics).map(nameOf);
    const ends = await endsOf(admin, wanted);
    const created = wanted.filter(name => removed.topics.includes(name) || ends[name] === undefined);
    const short = shortTopics(plan.topics, { ends, nameOf, created });
    return [
      ...(mayCreate ? await refusedCreations(admin, productBus, { plan, created }) : notCreated(created)),
      ...short.map(each => `The topic ${each} partitions of the backup`),
      ...(mayCreate ? await refusedDeletions(admin, removed.topics) : []),
      ...(await refusedGroups(admin, productBus, removed.groups)),
    ];
  });
}

const notCreated = (topics: readonly string[]) =>
  topics.length === 0
    ? []
    : [
        `KAFKA_CREATE_TOPICS is false, so an administrator must create these topics, and delete those with messages before: ${topics.join(', ')}`,
      ];

type Creation = { plan: Plan; created: readonly string[] };

/**
 * Returns why the broker would refuse to create the topics. With `validateOnly`, it checks rights, replicas and its
 * policy and creates nothing.
 */
async function refusedCreations(
  admin: Admin,
  { topics: _topics, ...options }: ProductBus,
  { plan, created }: Creation,
): Promise<string[]> {
  if (created.length === 0) return [];
  const bus = openBus({ ...options, clientId: 'restore', log: createLog('restore', 'silent') });
  const wanted = Object.entries(plan.topics)
    .map(([topic, shape]) => bus.brokerTopic({ topic, ...shape }))
    .filter(({ topic }) => created.includes(topic));
  const topics = wanted.map(({ topic, partitions, replicationFactor }) => ({
    topic,
    numPartitions: partitions,
    ...(replicationFactor && { replicationFactor }),
  }));
  const creating = admin.createTopics({ topics, validateOnly: true, waitForLeaders: false });
  const refusals = refusalsIn(await creating.catch(error => error));
  const refused = refusals.filter(({ type }) => type !== 'TOPIC_ALREADY_EXISTS');
  const lacking = refused.filter(isRight).map(({ topic = '' }) => topic);
  const others = refused.filter(each => !isRight(each));
  return [
    ...listed('Create on the topics', lacking),
    ...others.map(({ topic, message }) => `Kafka refuses the topic ${topic}: ${message}`),
  ];
}

/**
 * Returns the topics that the user may not delete. Deleting the messages before a topic's beginning needs the same
 * right, and there are none.
 */
async function refusedDeletions(admin: Admin, topics: readonly string[]): Promise<string[]> {
  const refused = topics.map(async topic => {
    const [first] = await admin.fetchTopicOffsets(topic);
    if (first === undefined) return [];
    const partitions = [{ partition: first.partition, offset: first.low }];
    const refusal = await admin.deleteTopicRecords({ topic, partitions }).catch(error => error);
    return refusalsIn(refusal).some(isRight) ? [topic] : [];
  });
  return listed('Delete on the topics', (await Promise.all(refused)).flat());
}

/** Returns the missing right to delete groups. It tries a group that does not exist: the broker checks the right first. */
async function refusedGroups(
  admin: Admin,
  { topicPrefix }: ProductBus,
  groups: readonly string[],
): Promise<string[]> {
  if (groups.length === 0) return [];
  const refusal = await admin.deleteGroups([`${topicPrefix}restore-${newId()}`]).catch(error => error);
  return refusalsIn(refusal).some(isRight) ? listed('Delete on the groups', [`${topicPrefix}*`]) : [];
}

type Refusal = {
  type?: string;
  message?: string;
  topic?: string;
  errors?: Refusal[];
  groups?: { error?: Refusal }[];
  partitions?: { error?: Refusal }[];
  cause?: unknown;
};

/** kafkajs returns the broker's refusal in one of four places, depending on the request. */
function refusalsIn(error: unknown): Refusal[] {
  if (!(error instanceof Error)) return [];
  const refusal: Refusal = error as Refusal;
  const { errors = [], groups = [], partitions = [], cause = [] } = refusal;
  const inner = [errors, [...groups, ...partitions].flatMap(each => each.error ?? []), cause].flat();
  return inner.length === 0 ? [refusal] : inner.flatMap(refusalsIn);
}

const isRight = ({ type }: Refusal) => type?.endsWith('AUTHORIZATION_FAILED') === true;

const listed = (right: string, names: readonly string[]) =>
  names.length === 0 ? [] : [`KAFKA_USERNAME lacks the right ${right} ${names.join(', ')}`];
