import { rawConsumer } from '../src/consume.ts';
import { openBus } from '../src/kafka.ts';
import { createLog } from '../src/log.ts';
import { run } from '../src/run.ts';
import { thingChanged } from './thing-event.ts';

/** A process with an idle consumer that tells its CPU time when asked; arguments are brokers and prefix. */
const [brokers = '', topicPrefix = ''] = process.argv.slice(2);
const log = createLog('kafka', 'info');
const bus = openBus({ brokers: brokers.split(','), topicPrefix, clientId: 'idle', log });
const ear = rawConsumer({ group: 'idle', event: thingChanged, onBatch: async () => {}, bus, log });
process.on('SIGUSR2', () => log.info({ cpu: process.cpuUsage() }, 'cpu'));
await run('kafka', () => ({ parts: [bus.part, ear] }));
