import { openBus } from '../kafka/bus.ts';
import { readBusSettings } from '../kafka/bus-settings.ts';
import { createLog } from '../process/log.ts';
import { replayDeadLetters } from './dead-letters.ts';

const [group] = process.argv.slice(2);
if (!group) {
  process.stderr.write('Which group? For example: make replay GROUP=billing\n');
  process.exit(2);
}
const bus = openBus({ ...readBusSettings(), clientId: 'replay', log: createLog('replay', 'warn') });
try {
  process.stdout.write(`${await replayDeadLetters(bus, group)} messages of ${group} sent again\n`);
} finally {
  await bus.part.stop();
}
