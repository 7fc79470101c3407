import { createHook } from 'node:async_hooks';
import { consumer, idempotent } from '../src/events/consume.ts';
import { openBus } from '../src/kafka/bus.ts';
import { createLog } from '../src/process/log.ts';
import { run } from '../src/process/run.ts';
import { thingChanged } from './thing-event.ts';

/** A process with an idle consumer; on SIGUSR2 it logs how many timers it has started. Arguments: brokers, prefix. */
const [brokers = '', topicPrefix = ''] = process.argv.slice(2);
let timers = 0;
createHook({
  init(_id, type) {
    if (type === 'Timeout') timers += 1;
  },
}).enable();
const log = createLog('kafka', 'info');
const bus = openBus({ brokers: brokers.split(','), topicPrefix, clientId: 'idle', log });
const handlers = [idempotent(thingChanged, async () => {})];
const idle = consumer({ group: 'idle', handlers, bus, log });
process.on('SIGUSR2', () => log.info({ timers }, 'timers'));
await run('kafka', () => ({ parts: [bus.part, idle] }));
