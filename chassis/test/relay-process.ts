import { outboxRelay } from '../src/events/outbox.ts';
import { openBus } from '../src/kafka/bus.ts';
import { openPg } from '../src/postgres/pg.ts';
import { createLog } from '../src/process/log.ts';
import { run } from '../src/process/run.ts';
import { thingMigrations } from './thing-event.ts';

/** A process with only a relay, to be killed. Arguments: database URL, brokers, prefix. */
const [url = '', brokers = '', topicPrefix = ''] = process.argv.slice(2);
const log = createLog('relay', 'info');
const pg = openPg({ url, name: 'relay', migrations: thingMigrations, log });
const bus = openBus({ brokers: brokers.split(','), topicPrefix, clientId: 'relay', log });
await run('relay', () => ({ parts: [pg.part, bus.part, outboxRelay({ pg, bus, log })] }));
