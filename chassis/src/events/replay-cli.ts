import { z } from 'zod';
import { openBus } from '../kafka/bus.ts';
import { kafkaConfig, readConfig } from '../process/config.ts';
import { createLog } from '../process/log.ts';
import { replayDeadLetters } from './dead-letters.ts';

const [group] = process.argv.slice(2);
if (!group) {
  process.stderr.write('Which group? For example: make replay GROUP=billing\n');
  process.exit(2);
}
const config = readConfig(z.object(kafkaConfig));
const bus = openBus({
  brokers: config.KAFKA_BROKERS,
  topicPrefix: config.KAFKA_TOPIC_PREFIX,
  clientId: 'replay',
  log: createLog('replay', 'warn'),
});
try {
  process.stdout.write(`${await replayDeadLetters(bus, group)} messages of ${group} sent again\n`);
} finally {
  await bus.part.stop();
}
