import { createRequire } from 'node:module';
import { afterAll, expect, test, vi } from 'vitest';

// The faults of kafkajs that the code around here works around (ADR 55). A test that fails after an upgrade says what to
// remove.

const require = createRequire(import.meta.url);
// A copy of kafkajs without our replacements: another file of this worker may have made them.
const loaded = { ...require.cache };
for (const path of Object.keys(loaded)) if (path.includes('/kafkajs/')) delete require.cache[path];
afterAll(() => Object.assign(require.cache, loaded));
const load = (file: string) => require(`kafkajs/src/${file}`);
const nothing = () => {};
const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing, namespace: () => logger };

test('kafkajs schedules a timer in the past while nothing is pending', () => {
  const RequestQueue = load('network/requestQueue');
  const planned = vi.spyOn(globalThis, 'setTimeout').mockReturnValue({} as NodeJS.Timeout);
  new RequestQueue({ logger }).scheduleCheckPendingRequests();
  const [, delayMs] = planned.mock.calls[0] ?? [];
  planned.mockRestore();
  expect(delayMs, 'the fault is gone: remove idle-spin.ts').toBeLessThan(0);
});

/** Returns a producer with one broker, the leader of partition 0, and the requests that this broker receives. */
function producerOf(metadata: { partitionId: number; leader: number }[]) {
  const requests: { topicData: { partitions: { partition: number; messages: unknown[] }[] }[] }[] = [];
  const broker = {
    nodeId: 1,
    async produce(request: (typeof requests)[number]) {
      requests.push(request);
      const partitions = request.topicData.flatMap(topic => topic.partitions);
      return {
        topics: [
          {
            topicName: 't',
            partitions: partitions.map(({ partition }) => ({ partition, errorCode: 0, baseOffset: '7' })),
          },
        ],
      };
    },
  };
  const cluster = {
    addMultipleTargetTopics: async () => {},
    refreshMetadataIfNecessary: async () => {},
    findTopicPartitionMetadata: () => metadata,
    findLeaderForPartitions: load('cluster').prototype.findLeaderForPartitions,
    findBroker: async () => broker,
    isConnected: () => true,
  };
  const eosManager = {
    acquireBrokerLock: async () => {},
    releaseBrokerLock: async () => {},
    isTransactional: () => false,
    getSequence: () => 0,
    updateSequence: nothing,
    getProducerId: () => -1,
    getProducerEpoch: () => 0,
  };
  const partitioner = ({ message }: { message: { partition: number } }) => message.partition;
  const retrier = (work: (bail: (error: unknown) => void) => unknown) => work(error => Promise.reject(error));
  const send = load('producer/sendMessages')({ logger, cluster, partitioner, eosManager, retrier });
  return {
    requests,
    send: (messages: object[]) => send({ acks: -1, topicMessages: [{ topic: 't', messages }] }),
  };
}

test('kafkajs resolves although it has not sent to a partition that its metadata lacks', async () => {
  const { send } = producerOf([{ partitionId: 0, leader: 1 }]);
  const results = await send([0, 1].map(partition => ({ partition, value: 'v' })));
  const sent = results.map(({ partition }: { partition: number }) => partition);
  expect(sent, 'the fault is gone: let `sendPartitioned` return the result as it is').toEqual([0]);
});

test('kafkajs sends all messages of a partition as one batch, however large', async () => {
  const { send, requests } = producerOf([{ partitionId: 0, leader: 1 }]);
  await send(Array.from({ length: 3 }, () => ({ partition: 0, value: 'x'.repeat(900_000) })));
  const sizes = requests.flatMap(({ topicData }) =>
    topicData.flatMap(({ partitions }) => partitions.map(({ messages }) => messages.length)),
  );
  expect(sizes, 'kafkajs splits batches: remove wire-chunks.ts').toEqual([3]);
});

const protocolError = (type: string) => {
  const { KafkaJSProtocolError } = load('errors');
  return new KafkaJSProtocolError({ type, code: 16, retriable: true, message: type });
};

test('kafkajs asks once for the offsets of a group that moves to another broker', async () => {
  const offsetFetch = vi.fn().mockRejectedValue(protocolError('NOT_COORDINATOR_FOR_GROUP'));
  const cluster = {
    findGroupCoordinator: async () => ({ offsetFetch }),
    addTargetTopic: async () => {},
    refreshMetadataIfNecessary: async () => {},
    findTopicPartitionMetadata: () => [{ partitionId: 0 }],
  };
  const admin = load('admin')({ logger, cluster, retry: { retries: 3, initialRetryTime: 1 } });
  await expect(admin.fetchOffsets({ groupId: 'g', topics: ['t'] })).rejects.toThrow();
  expect(offsetFetch.mock.calls.length, 'kafkajs asks again: remove group-offsets.ts').toBe(1);
});

test('kafkajs gives no reason in the message of a refused creation', async () => {
  const { parse } = load('protocol/requests/createTopics/v0/response');
  const reply = { topicErrors: [{ topic: 't', errorCode: 38 }] };
  const error = await parse(reply).catch((cause: Error) => cause);
  expect(error.errors[0].type).toBe('INVALID_REPLICATION_FACTOR');
  expect(error.message, 'the message has the reason: remove `explainedCreation`').not.toMatch(/replication/i);
});
