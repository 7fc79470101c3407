import { jobRunner } from '../src/jobs.ts';
import { createLog } from '../src/log.ts';
import { openPg } from '../src/pg.ts';
import { run } from '../src/run.ts';
import { thingMigrations } from './thing-event.ts';

/** A process that begins one job and never ends it, to be killed: the argument is the database URL. */
const [url = ''] = process.argv.slice(2);
const log = createLog('jobs', 'info');
const pg = openPg({ url, name: 'jobs', migrations: thingMigrations, log });
const tasks = {
  grow: () => {
    log.info('begun');
    return new Promise<void>(() => {});
  },
};
await run('jobs', () => ({ parts: [pg.part, jobRunner({ pg, log, tasks, concurrency: 1 })] }));
