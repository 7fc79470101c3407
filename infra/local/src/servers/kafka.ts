import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { type Command, runCommand } from '../command.ts';
import { poll } from '../poll.ts';
import { freePort, isListening } from '../ports/free-port.ts';
import { localDirectory, root } from '../root.ts';
import { dieWithParent, type Program } from '../supervisor/program.ts';
import type { Tool } from '../system-packages.ts';
import { logOf, type NativeSettings, remedyOf } from './native-settings.ts';

type BrokerOptions = {
  dir: string;
  port: number;
  controllerPort: number;
  /** The advertised port, if different. */
  namedPort?: number | undefined;
} & KafkaExtras;

type KafkaExtras = {
  /** Added to the properties, or overriding them. */
  settings?: Record<string, string | number>;
  /** Users with SCRAM passwords, in StorageTool's format. */
  credentials?: readonly string[];
};

/** Properties of a single node that is broker and controller. */
function kafkaSettings({ dir, port, controllerPort, namedPort = port, settings }: BrokerOptions): string {
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
    ...settings,
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

/** After kill -9 a broker is back in about 5 s with these settings, in 13 s with the defaults. */
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

/** Writes the node's settings and, on first use, formats its storage. Returns the settings file. */
async function formatKafka(java: Command, broker: BrokerOptions): Promise<string> {
  const settings = `${broker.dir}/server.properties`;
  await mkdir(broker.dir, { recursive: true });
  await writeFile(settings, kafkaSettings(broker));
  if (!existsSync(`${broker.dir}/data/meta.properties`)) {
    const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted'];
    const users = (broker.credentials ?? []).flatMap(user => ['--add-scram', user]);
    await runCommand([...java, ...tool, '-t', 'closingwire-local-0000', '-c', settings, ...users]);
  }
  return settings;
}

/**
 * Runs a broker once so that the JVM stores its loaded classes (AppCDS): later starts take one second instead of
 * three. Another JVM ignores the file.
 */
async function archiveClasses([file, ...args]: Command, archive: string): Promise<void> {
  const dir = await mkdtemp(`${localDirectory}/tools/kafka-trial-`);
  try {
    const port = await freePort();
    const settings = await formatKafka([file, ...args], { dir, port, controllerPort: await freePort() });
    const broker = execa(file, [`-XX:ArchiveClassesAtExit=${archive}`, ...args, 'kafka.Kafka', settings], {
      stdio: 'ignore',
      reject: false,
    });
    await poll(() => isListening(port), { withinMs: 60_000 });
    broker.kill('SIGTERM');
    await broker;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const home = `${localDirectory}/tools/kafka-4.3.1`;
const archive = `${home}/classes.jsa`;

/** Thorough compilation does not pay off for a short-lived JVM: these options take a third less CPU. */
const shortRun = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

export async function kafkaNeeds(): Promise<Tool[]> {
  return existsSync(home) ? ['java'] : ['java', 'maven'];
}

/** Returns `java` with its options; the caller appends a main class of Kafka. */
async function kafkaJava(): Promise<Command> {
  return ['java', `-XX:SharedArchiveFile=${archive}`, ...(await options(await kafkaHome()))];
}

/** Returns the folder of Kafka's jars; installs Kafka on first use. */
export async function kafkaHome(): Promise<string> {
  if (!existsSync(home)) await install();
  return home;
}

async function options(folder: string): Promise<string[]> {
  const jars = await readdir(`${folder}/lib`);
  return [
    ...['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:+ExitOnOutOfMemoryError'],
    `-Dlog4j2.configurationFile=${root}/infra/local/kafka/log4j2.properties`,
    ...[
      '-cp',
      jars
        .sort()
        .map(jar => `${folder}/lib/${jar}`)
        .join(':'),
    ],
  ];
}

/** The archive contains the paths of the jars, so it is made after they are in place. */
async function install(): Promise<void> {
  const unfinished = `${home}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const copy = [
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${unfinished}/lib`,
  ];
  await runCommand(['mvn', '-q', '-B', '-f', `${root}/infra/local/kafka/pom.xml`, ...copy], {
    MAVEN_OPTS: `${shortRun} ${process.env.MAVEN_OPTS ?? ''}`,
  });
  await rename(unfinished, home);
  await archiveClasses(['java', ...(await options(home))], archive);
}

/** One node that is broker and controller (KRaft, without ZooKeeper). */
export async function kafkaProgram(native: NativeSettings, extras: KafkaExtras = {}): Promise<Program> {
  const java = await kafkaJava();
  const settings = await formatKafka(java, {
    dir: `${native.dir}/data/kafka`,
    port: native.ports.kafka,
    controllerPort: native.ports.kafkaController,
    namedPort: native.seenAt?.kafka,
    ...extras,
  });
  return {
    name: 'kafka',
    command: dieWithParent([...java, 'kafka.Kafka', settings]),
    logFile: logOf(native, 'kafka'),
    remedy: remedyOf('KAFKA_BROKERS'),
    stopWithinMs: 20_000,
    readyWithinMs: 60_000,
    isReady: () => isListening(native.ports.kafka),
  };
}
