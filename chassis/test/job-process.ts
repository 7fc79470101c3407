import { z } from 'zod';
import { defineJob, jobRunner } from '../src/jobs/jobs.ts';
import { openPg } from '../src/postgres/pg.ts';
import { createLog } from '../src/process/log.ts';
import { run } from '../src/process/run.ts';
import { thingMigrations } from './thing-event.ts';

/** A process that begins one job and never ends it, to be killed: the argument is the database URL. */
const [url = ''] = process.argv.slice(2);
const log = createLog('jobs', 'info');
const pg = openPg({ url, name: 'jobs', migrations: thingMigrations, log });
const grow = defineJob('grow', z.object({ id: z.string() }));
const handler = grow.handledBy(() => {
  log.info('begun');
  return new Promise<void>(() => {});
});
await run('jobs', () => ({ parts: [pg.part, jobRunner({ pg, log, handlers: [handler], concurrency: 1 })] }));
