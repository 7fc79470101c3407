import { kafkaJava } from '../install/kafka.ts';
import { answers } from '../ports/answers.ts';
import { dieWithParent } from '../supervisor/die-with-parent.ts';
import type { Program } from '../supervisor/program.ts';
import { type Grounds, logOf, remedyOf } from './grounds.ts';
import { formatKafka } from './kafka-format.ts';

/** One broker that is its own controller (KRaft, no ZooKeeper). */
export async function kafkaProgram(grounds: Grounds): Promise<Program> {
  const java = await kafkaJava();
  const settings = await formatKafka(java, {
    dir: `${grounds.dir}/data/kafka`,
    port: grounds.ports.kafka,
    controllerPort: grounds.ports.kafkaController,
    namedPort: grounds.seenAt?.kafka,
  });
  return {
    name: 'kafka',
    command: dieWithParent([...java, 'kafka.Kafka', settings], 'SIGTERM'),
    logFile: logOf(grounds, 'kafka'),
    remedy: remedyOf('KAFKA_BROKERS'),
    stopSignal: 'SIGTERM',
    stopWithinMs: 20_000,
    readyWithinMs: 60_000,
    isReady: () => answers(grounds.ports.kafka),
  };
}
