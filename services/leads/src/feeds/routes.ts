import { AppError } from '@closingwire/chassis/app-error';
import { sql } from '@closingwire/chassis/pg';
import { impl, type RouteDeps } from '../context.ts';
import { pullFeedJob } from '../jobs.ts';
import { nameSource } from '../sources/audited.ts';
import { findSource, missingSource } from '../sources/store.ts';
import { usualLimits } from './limiter.ts';
import { type FeedDraft, restartFeed, saveFeed } from './settings.ts';
import { findFeed } from './store.ts';
import { testConnection } from './test-connection.ts';

const TIMEOUT_MS = 20_000;

const noSecret = () => new AppError('invalid', 'no_secret', 'Enter the secret');
const notReso = () =>
  new AppError(
    'conflict',
    'not_reso',
    'Expected a source of the kind reso; this one delivers in another way',
  );

/** Routes of feeds. Pulls run in the process of feeds; these routes only start them. */
export function feedRoutes({ pg, clock, feeds: { box, allowPrivate } }: RouteDeps) {
  async function sourceWith(id: number) {
    const source = await findSource(pg, id);
    if (!source) throw missingSource();
    return source;
  }

  return {
    saveFeed: impl.saveFeed.handler(async ({ input: { sourceId, ...draft }, context }) => {
      const { kind, name } = await sourceWith(sourceId);
      nameSource({ name }, context);
      if (kind !== 'reso') throw notReso();
      await pg.transaction(async tx => {
        await tx.query(sql`select from sources where id = ${sourceId} for update`);
        if (!(await saveFeed(tx, { sourceId, draft: draft satisfies FeedDraft, box, now: clock() })))
          throw noSecret();
        await pullFeedJob.enqueue(tx, { sourceId });
      });
      return sourceWith(sourceId);
    }),

    testFeed: impl.testFeed.handler(async ({ input: { sourceId }, context }) => {
      const feed = await findFeed(pg, sourceId);
      if (!feed) throw missingSource();
      nameSource(await sourceWith(sourceId), context);
      return testConnection(
        { pg, clock, box, allowPrivate, limits: usualLimits, timeoutMs: TIMEOUT_MS },
        feed,
      );
    }),

    pullFeed: impl.pullFeed.handler(async ({ input: { sourceId }, context }) => {
      nameSource(await sourceWith(sourceId), context);
      await pg.transaction(async tx => {
        if (!(await restartFeed(tx, sourceId, clock()))) throw missingSource();
        await pullFeedJob.enqueue(tx, { sourceId });
      });
      return sourceWith(sourceId);
    }),
  };
}
