import { type Bus, busRefusal, openBus } from '@closingwire/chassis/bus';
import { readBusSettings } from '@closingwire/chassis/bus-settings';
import { createLog } from '@closingwire/chassis/log';
import { type BrokerTopic, topicDifferences } from '@closingwire/chassis/topics';
import { neededTopics } from './needed-topics.ts';

const MS_PER_HOUR = 3_600_000;

/** Returns Kafka's command that creates a topic and leaves an existing one unchanged. */
function creationOf(
  topic: BrokerTopic,
  { brokers, commandConfig }: { brokers: string; commandConfig?: string },
) {
  const { topic: name, partitions, replicationFactor, retentionHours } = topic;
  return [
    `kafka-topics.sh --bootstrap-server ${brokers}`,
    ...(commandConfig ? [`--command-config ${commandConfig}`] : []),
    `--create --if-not-exists --topic ${name} --partitions ${partitions}`,
    ...(replicationFactor ? [`--replication-factor ${replicationFactor}`] : []),
    `--config retention.ms=${retentionHours * MS_PER_HOUR}`,
  ].join(' ');
}

/** Prints a command per topic, without calling a broker. */
export function printTopics({ commandConfig }: { commandConfig?: string }): void {
  const settings = readBusSettings();
  const bus = openBus({ ...settings, clientId: 'topics', log: createLog('topics', 'warn') });
  const to = { brokers: settings.brokers.join(','), ...(commandConfig && { commandConfig }) };
  for (const shape of neededTopics) process.stdout.write(`${creationOf(bus.brokerTopic(shape), to)}\n`);
}

async function createOn(bus: Bus): Promise<string[]> {
  const before = await topicDifferences(bus, neededTopics);
  const missing = before.filter(({ found }) => found === undefined).map(({ topic }) => topic);
  await bus.ensureTopics([...neededTopics]);
  const others = before.filter(({ found }) => found !== undefined);
  return [
    ...missing.map(topic => `created ${topic}`),
    ...others.map(
      ({ topic, declared, found }) => `kept ${topic} with ${found} partitions; ${declared} are declared`,
    ),
    `${neededTopics.length} topics are there, ${missing.length} of them new.`,
  ];
}

/** Creates missing topics, even if the processes may not; a second run changes nothing. */
export async function createTopics(): Promise<void> {
  const settings = readBusSettings();
  const topicPolicy = { ...settings.topicPolicy, mayCreate: true };
  const bus = openBus({ ...settings, topicPolicy, clientId: 'topics', log: createLog('topics', 'silent') });
  try {
    for (const line of await createOn(bus)) process.stdout.write(`${line}\n`);
  } catch (error) {
    process.stderr.write(
      `The topics were not created: ${busRefusal(error) ?? (error instanceof Error ? error.message : String(error))}\n`,
    );
    process.exitCode = 1;
  } finally {
    await bus.part.stop();
  }
}
