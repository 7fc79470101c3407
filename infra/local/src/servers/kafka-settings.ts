export type KafkaPlace = {
  dir: string;
  port: number;
  controllerPort: number;
  /** The port that it names to its clients, where that is another. */
  namedPort?: number | undefined;
};

/** The properties file of a single node that is broker and controller. */
export function kafkaSettings({ dir, port, controllerPort, namedPort = port }: KafkaPlace): string {
  const values = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${namedPort}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': `${dir}/data`,
    'auto.create.topics.enable': false,
    ...oneReplica,
    ...quickRestart,
    ...small,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

const oneReplica = {
  'offsets.topic.replication.factor': 1,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
};

/** With the defaults a broker killed with -9 refuses its own return for 13 s, with these for about 5 s. */
const quickRestart = {
  'group.initial.rebalance.delay.ms': 0,
  'broker.session.timeout.ms': 2_000,
  'broker.heartbeat.interval.ms': 500,
  'controller.quorum.fetch.timeout.ms': 1_000,
};

const small = {
  'offsets.topic.num.partitions': 8,
  'transaction.state.log.num.partitions': 4,
  'share.coordinator.state.topic.num.partitions': 1,
  'num.network.threads': 2,
  'num.io.threads': 4,
  'background.threads': 2,
  'log.cleaner.dedupe.buffer.size': 16 * 1024 * 1024,
};
