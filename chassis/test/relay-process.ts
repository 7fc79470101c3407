import { openBus } from '../src/kafka.ts';
import { createLog } from '../src/log.ts';
import { outboxRelay } from '../src/outbox.ts';
import { openPg } from '../src/pg.ts';
import { run } from '../src/run.ts';
import { thingMigrations } from './thing-event.ts';

/** A process with a relay and nothing else, to be killed: arguments are database URL, brokers and prefix. */
const [url = '', brokers = '', topicPrefix = ''] = process.argv.slice(2);
const log = createLog('relay', 'info');
const pg = openPg({ url, name: 'relay', migrations: thingMigrations, log });
const bus = openBus({ brokers: brokers.split(','), topicPrefix, clientId: 'relay', log });
await run('relay', () => ({ parts: [pg.part, bus.part, outboxRelay({ pg, bus, log })] }));
