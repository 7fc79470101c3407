import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineJob, jobRunner } from '../src/jobs/jobs.ts';
import { openPg } from '../src/postgres/pg.ts';
import { createLog } from '../src/process/log.ts';
import { run } from '../src/process/run.ts';
import { thingMigrations } from './thing-event.ts';

/** A process that runs one job at a time. Arguments: database URL, duration of a job (default: for ever). */
const [url = '', jobMs] = process.argv.slice(2);
const log = createLog('jobs', 'info');
const pg = openPg({ url, name: 'jobs', migrations: thingMigrations, log });
const grow = defineJob('grow', z.object({ id: z.string() }));
const handler = grow.handledBy(async () => {
  log.info('begun');
  if (jobMs === undefined) await new Promise<void>(() => {});
  await sleep(Number(jobMs));
  log.info('ended');
});
await run('jobs', () => ({ parts: [pg.part, jobRunner({ pg, log, handlers: [handler], concurrency: 1 })] }));
