import { openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions } from '@closingwire/chassis/testing';
import { topicDifferences, withAdmin } from '@closingwire/chassis/topics';
import { expect, test } from 'vitest';
import { neededTopics } from '../src/topics/needed-topics.ts';
import { run as runWith } from './run.ts';

const { brokers, topicPrefix } = testBusOptions();
const settings = { KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC_PREFIX: topicPrefix };

const run = (args: string[], env: Record<string, string> = {}) => runWith(args, { ...settings, ...env });

test('each topic is printed as a command of kafka-topics.sh', async () => {
  const lines = await run(['topics', '--command-config', 'client.properties'], {
    KAFKA_PARTITIONS: '6',
    KAFKA_REPLICATION_FACTOR: '3',
  });
  expect(lines).toHaveLength(neededTopics.length);
  const start = `kafka-topics.sh --bootstrap-server ${settings.KAFKA_BROKERS} --command-config client.properties --create --if-not-exists --topic ${topicPrefix}`;
  expect(lines).toContain(
    `${start}user.registered --partitions 6 --replication-factor 3 --config retention.ms=604800000`,
  );
  expect(lines).toContain(
    `${start}leads-ingest.dead --partitions 1 --replication-factor 3 --config retention.ms=2592000000`,
  );
});

test('create adds missing topics, and a second run adds none', async () => {
  const count = neededTopics.length;
  const first = await run(['topics', 'create'], { KAFKA_CREATE_TOPICS: 'false' });
  expect(first.at(-1)).toBe(`${count} topics are there, ${count} of them new.`);
  expect(await run(['topics', 'create'])).toEqual([`${count} topics are there, 0 of them new.`]);
  const bus = openBus({ brokers, topicPrefix, clientId: 'test', log: createLog('test', 'silent') });
  expect(await topicDifferences(bus, neededTopics)).toEqual([]);
  const topics = await withAdmin(bus, admin => admin.listTopics());
  expect(topics.filter(topic => topic.startsWith(topicPrefix))).toHaveLength(count);
});

test('another number of partitions is reported and kept', async () => {
  const lines = await run(['topics', 'create'], { KAFKA_PARTITIONS: '4' });
  expect(lines).toContain(`kept ${topicPrefix}user.registered with 3 partitions; 4 are declared`);
});

test('a refusal is a sentence and a failure', async () => {
  const other = { KAFKA_TOPIC_PREFIX: `${topicPrefix}more.`, KAFKA_REPLICATION_FACTOR: '3' };
  await expect(run(['topics', 'create'], other)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('more.user.registered: INVALID_REPLICATION_FACTOR, '),
  });
});
