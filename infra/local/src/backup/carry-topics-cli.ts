import { deadTopicOf } from '@closingwire/chassis/batch-run';
import { allEvents } from '@closingwire/contracts/api';
import { topology } from '@closingwire/topology';
import { describeFailure, PlatformError, printLine } from '../terminal.ts';
import { carryTopics } from './carry-topics.ts';

// node carry-topics-cli.ts <time> <new prefix>: for a bus that outlived databases, which went back to that time.
// KAFKA_BROKERS names the broker, KAFKA_TOPIC_PREFIX the prefix to carry from.
const [time = '', to = ''] = process.argv.slice(2);
const { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: from = '' } = process.env;

async function main(): Promise<void> {
  const until = new Date(time);
  if (brokers === undefined || to === '' || to === from || Number.isNaN(until.getTime())) {
    throw new PlatformError(
      `Expected KAFKA_BROKERS, a time and a new prefix, such as: KAFKA_BROKERS=kafka:9092 node infra/local/src/backup/carry-topics-cli.ts 2026-11-22T12:00:00Z r1. ; got KAFKA_BROKERS '${brokers ?? ''}', time '${time}', prefix '${to}'.`,
    );
  }
  const topics = [
    ...allEvents.map(({ topic }) => topic),
    ...topology.map(({ name }) => deadTopicOf(name).topic),
  ];
  const carried = await carryTopics({ brokers: brokers.split(','), topics, from, to, until });
  printLine(`${carried} messages until ${until.toISOString()} are in the topics of ${to}`);
  printLine(`Start the product with KAFKA_TOPIC_PREFIX=${to}`);
}

main().catch(error => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
