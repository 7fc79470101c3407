import { z } from 'zod';
import { kafkaConfig, readConfig } from './config.ts';
import { openBus } from './kafka.ts';
import { createLog } from './log.ts';
import { replay } from './replay.ts';

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
  process.stdout.write(`${await replay(bus, group)} messages of ${group} sent again\n`);
} finally {
  await bus.part.stop();
}
