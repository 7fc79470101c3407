import { openBus, shapeOf } from '../src/kafka/bus.ts';
import { exitOnStall, pollLoop } from '../src/kafka/poll-loop.ts';
import { createLog } from '../src/process/log.ts';
import { run } from '../src/process/run.ts';
import { thingChanged } from './thing-event.ts';

/**
 * A process whose consumer fails. Arguments: `crash` (its handler throws) or `stall` (it does not poll), brokers, prefix,
 * and after how many milliseconds without a poll it is stalled.
 */
const [mode = '', brokers = '', topicPrefix = '', stallMs = '1200'] = process.argv.slice(2);
const log = createLog('crash');
const bus = openBus({ brokers: brokers.split(','), topicPrefix, clientId: 'crash', log });
const watch = exitOnStall({ group: 'silent', bus, log, stallMs: Number(stallMs) });
const parts = {
  crash: pollLoop({
    group: 'crash',
    topics: [shapeOf(thingChanged)],
    bus,
    log,
    onFetch: () => Promise.reject(new TypeError('a programming error')),
  }),
  stall: { name: 'stall', start: async () => watch.start(), stop: async () => watch.stop() },
};
await run('crash', () => ({ parts: [mode === 'crash' ? parts.crash : parts.stall] }));
