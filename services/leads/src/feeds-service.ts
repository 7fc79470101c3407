import { databaseGauges } from '@closingwire/chassis/database-gauges';
import { httpPart } from '@closingwire/chassis/http';
import { jobRunner } from '@closingwire/chassis/jobs';
import { type Clock, type Part, systemClock } from '@closingwire/chassis/part';
import { databaseUrl, openPg } from '@closingwire/chassis/pg';
import { processBasics } from '@closingwire/chassis/process-basics';
import { secretBox } from '@closingwire/chassis/secret-box';
import { type FeedsConfig, migrations } from './config.ts';
import { providersOf } from './contacts/providers.ts';
import { verifyContacts } from './contacts/verify-contacts.ts';
import { directoryCache } from './feeds/directory.ts';
import { type Limits, usualLimits } from './feeds/limiter.ts';
import { runFeed, scheduleFeeds } from './feeds/run-feed.ts';
import { feedGauges } from './gauges.ts';
import { pullFeedJob, scheduleFeedsJob, verifyContactsJob } from './jobs.ts';

/** Feeds that one process pulls at once. */
const FEEDS_AT_ONCE = 4;
const TIMEOUT_MS = 60_000;

/** Ends running pulls early: their jobs then go to other processes. */
function interruption(): { part: Part; signal: AbortSignal } {
  const stopping = new AbortController();
  const part = { name: 'pulls', start: async () => {}, stop: async () => stopping.abort() };
  return { part, signal: stopping.signal };
}

/**
 * The process that calls other companies: it pulls feeds and asks about contacts. Several share the sources: each source
 * is pulled by one at a time.
 */
export function createLeadsFeeds(
  config: FeedsConfig,
  { clock = systemClock, limits = usualLimits }: { clock?: Clock; limits?: Limits } = {},
) {
  const name = 'leads-feeds';
  const { log, bus, server } = processBasics(name, config);
  const pg = openPg({ url: databaseUrl(config), name, migrations, statementTimeoutMs: 60_000, log });
  const pulls = interruption();
  const deps = {
    pg,
    bus,
    clock,
    log,
    limits,
    box: secretBox(config.SERVICE_SECRET, 'feed secrets'),
    cache: directoryCache(),
    allowPrivate: config.ALLOW_PRIVATE_FEEDS,
    timeoutMs: TIMEOUT_MS,
    signal: pulls.signal,
  };
  const handlers = [
    pullFeedJob.handledBy(({ sourceId }) => runFeed(deps, sourceId)),
    scheduleFeedsJob.handledBy(() => scheduleFeeds(deps)),
    verifyContactsJob.handledBy(() => verifyContacts({ ...deps, providers: providersOf(config) })),
  ];
  const jobs = jobRunner({ pg, log, handlers, concurrency: FEEDS_AT_ONCE });
  const http = httpPart({ ...server, parts: [pg.part] });
  const gauges = databaseGauges({ pg, log, gauges: feedGauges });
  return { parts: [pg.part, bus.part, jobs, pulls.part, gauges, http], pg, http };
}
