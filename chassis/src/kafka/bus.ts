import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import { Kafka, type logCreator, logLevel, Partitioners, type Producer } from 'kafkajs';
import { AppError } from '../process/app-error.ts';
import { newId } from '../process/ids.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { refusalOf } from '../process/refusal.ts';
import { backoffMs } from '../process/retry.ts';
import type { BusSettings, Connection } from './bus-settings.ts';
import { headersFor, toEnvelope } from './cloud-event.ts';
import { stopIdleSpin } from './idle-spin.ts';
import { choosePartition, partitionOf, sendPartitioned } from './partitioned.ts';
import { type BrokerTopic, brokerTopic, openTopics, type TopicShape } from './topics.ts';
import { type WireMessage, wireChunks } from './wire-chunks.ts';

export type Bus = {
  part: Part;
  /**
   * Publishes without an outbox: resolves when all in-sync replicas have the messages. Throws `unavailable` if the broker
   * is away. Consumers with an inbox handle a repeated `id` once.
   */
  send<E extends EventDeclaration>(
    event: E,
    messages: { data: EventData<E>; id?: string; partition?: number }[],
  ): Promise<void>;
  /** Like `send`, for data that is already valid JSON; it is not checked. */
  sendJson(
    event: EventDeclaration,
    message: { key: string; json: string | Buffer; partition?: number },
  ): Promise<void>;
  /** Looks the topic up; the result returns the partition of a key. Throws `unavailable` if the broker is away. */
  partitionerOf(event: EventDeclaration): Promise<(key: string) => number>;
  /**
   * For the chassis: sends encoded messages of several topics in order, and resolves when all are stored. `shapes`: topics
   * to create if they are missing.
   */
  sendWire(messages: WireMessage[], shapes: TopicShape[]): Promise<void>;
  ensureTopics(shapes: TopicShape[]): Promise<void>;
  /** Returns the broker's name of a topic: with the prefix. */
  topicName(topic: string): string;
  /**
   * Returns the topic with its prefix and the partitions, retention and replication that the product would create it
   * with.
   */
  brokerTopic(shape: TopicShape): BrokerTopic;
  kafka: Kafka;
  topicPrefix: string;
};

export type BusOptions = Omit<BusSettings, 'topicPolicy'> &
  Partial<Pick<BusSettings, 'topicPolicy'>> & { clientId: string; log: Log };

/** Returns the shape of an event's topic. */
export const shapeOf = (event: EventDeclaration): TopicShape => ({
  topic: event.topic,
  partitions: event.partitions,
  retentionHours: event.retentionHours,
  isDeclared: true,
});

/** Returns why the broker refused a connection or request, and which settings to check. */
export const busRefusal = (error: unknown): string | undefined =>
  refusalOf(error, { caFile: 'KAFKA_CA_FILE', address: 'KAFKA_BROKERS', login: 'KAFKA_USERNAME' });

const START_PATIENCE_MS = 10_000;

/**
 * A producer that reconnects after every failure. It is not idempotent: kafkajs fails with OUT_OF_ORDER_SEQUENCE after
 * reconnects (its issue 598), and consumers drop repeated events. Callers make one send at a time, so order holds.
 */
function reconnectingProducer(kafka: Kafka) {
  let connected: Promise<Producer> | undefined;

  async function connect(): Promise<Producer> {
    const producer = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      metadataMaxAge: 60_000,
    });
    await producer.connect();
    return producer;
  }

  async function disconnect(): Promise<void> {
    const producer = connected;
    connected = undefined;
    await producer?.then(p => p.disconnect()).catch(() => {});
  }

  async function use<T>(work: (producer: Producer) => Promise<T>): Promise<T> {
    connected ??= connect();
    const current = connected;
    try {
      return await work(await current);
    } catch (cause) {
      if (connected === current) await disconnect();
      if (cause instanceof AppError) throw cause;
      throw new AppError(
        'unavailable',
        'bus_unavailable',
        'The event bus does not answer; try again shortly',
        {
          cause,
        },
      );
    }
  }
  return { use, disconnect };
}

async function connectWithPatience(
  producer: ReturnType<typeof reconnectingProducer>,
  { isStopped, log }: { isStopped: () => boolean; log: Log },
): Promise<void> {
  const giveUpAt = Date.now() + START_PATIENCE_MS;
  for (let attempt = 0; !isStopped(); attempt++) {
    const error = await producer.use(async () => undefined).catch(cause => cause);
    if (!error) return;
    if (Date.now() > giveUpAt) {
      const reason = busRefusal(error);
      return log.warn({ err: error, ...(reason && { reason }) }, 'serving without the event bus for now');
    }
    await new Promise(resolve => setTimeout(resolve, backoffMs(attempt, 200, 2_000)));
  }
}

/**
 * Opens the bus. `part.start` waits up to ten seconds for the broker; without it the process serves, and senders and
 * consumers keep retrying.
 */
export function openBus({ topicPrefix, topicPolicy: policy = {}, log, ...client }: BusOptions): Bus {
  const kafka = kafkaClient({ ...client, log });
  const topics = openTopics(kafka, log, policy);
  const producer = reconnectingProducer(kafka);
  const topicName = (topic: string) => `${topicPrefix}${topic}`;
  let stopped = false;

  const expected: Bus['brokerTopic'] = shape => brokerTopic(shape, { topicPrefix, policy });
  const ensureTopics: Bus['ensureTopics'] = shapes => topics.ensure(shapes.map(expected));

  const sendWire: Bus['sendWire'] = async (messages, shapes) => {
    const names = new Set(messages.map(message => topicName(message.topic)));
    try {
      await producer.use(async connected => {
        await ensureTopics(shapes);
        const countOf = await topics.partitionsOf([...names]);
        const partitioned = messages.map(message => {
          const topic = topicName(message.topic);
          return { ...message, topic, partition: choosePartition(message, topic, countOf(topic)) };
        });
        for (const chunk of wireChunks(partitioned)) await sendPartitioned(connected, chunk);
      });
    } catch (error) {
      topics.forget(names);
      throw error;
    }
  };

  const send: Bus['send'] = async (event, messages) => {
    const wire = messages.map(({ data, id, partition }) => {
      const { key, headers, data: checked } = toEnvelope(event, data, id);
      const value = JSON.stringify(checked);
      return { topic: event.topic, key, value, headers, ...(partition !== undefined && { partition }) };
    });
    await sendWire(wire, [shapeOf(event)]);
  };

  const sendJson: Bus['sendJson'] = (event, { key, json: value, partition }) => {
    const headers = headersFor(event, { id: newId(), key });
    const wire = { topic: event.topic, key, value, headers, ...(partition !== undefined && { partition }) };
    return sendWire([wire], [shapeOf(event)]);
  };

  const partitionerOf: Bus['partitionerOf'] = async event => {
    const topic = topicName(event.topic);
    const countOf = await producer.use(async () => {
      await ensureTopics([shapeOf(event)]);
      return topics.partitionsOf([topic]);
    });
    const count = countOf(topic);
    return key => partitionOf(key, count);
  };

  const part: Part = {
    name: 'bus',
    start: () => connectWithPatience(producer, { isStopped: () => stopped, log }),
    async stop() {
      stopped = true;
      await producer.disconnect();
    },
  };
  return {
    part,
    send,
    sendJson,
    sendWire,
    partitionerOf,
    ensureTopics,
    topicName,
    brokerTopic: expected,
    kafka,
    topicPrefix,
  };
}

stopIdleSpin();

/** Logs of kafkajs are for debugging: our code logs each reconnect once. */
const logTo =
  (log: Log): logCreator =>
  () =>
  ({ level, log: { message, ...extra } }) => {
    const { timestamp: _timestamp, logger: _logger, ...rest } = extra;
    if (level === logLevel.ERROR || level === logLevel.WARN) log.debug({ kafka: rest }, message);
  };

/** Returns a kafkajs client that fails fast: our loops decide about retries. */
export function kafkaClient({
  brokers,
  ssl,
  sasl,
  clientId,
  log,
}: Connection & { clientId: string; log: Log }): Kafka {
  return new Kafka({
    brokers,
    ...(ssl !== undefined && { ssl }),
    ...(sasl !== undefined && { sasl }),
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
    logLevel: logLevel.WARN,
    logCreator: logTo(log),
  });
}
