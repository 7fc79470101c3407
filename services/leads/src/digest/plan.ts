import { isDatabaseAway } from '@closingwire/chassis/database-error';
import { newId } from '@closingwire/chassis/ids';
import type { Log } from '@closingwire/chassis/log';
import { publishAll } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { digestReady } from '@closingwire/contracts/digest';
import type { EventData } from '@closingwire/contracts/event';
import { storedThrough } from '../lists/stored-through.ts';
import { type News, newsOf } from './news.ts';
import { nextDigest } from './schedule.ts';
import { advanceThrough, type LockedDigest, lockDue, lockIfDue, postpone, storeNextTimes } from './store.ts';

export const hasNews = ({ newAgents, newDeals, followUpCount }: News) =>
  newAgents + newDeals + followUpCount > 0;

const toEvent = (
  { frequency, timeZone, lastSentAt }: LockedDigest,
  { since, viewName, ...news }: News,
  { through, now }: { through: string; now: Date },
): EventData<typeof digestReady> => ({
  id: newId(),
  version: now.getTime(),
  frequency,
  timeZone,
  since: since.toISOString(),
  through: new Date(through).toISOString(),
  ...(viewName !== null && { viewName }),
  ...(lastSentAt === null && { isFirst: true }),
  ...news,
});

/**
 * Publishes the digests of locked accounts that have news, and stores up to when they have got their agents. An account
 * whose lists are closed, or that wants no email, has no news: its agents come later.
 */
export async function publishNews(tx: Tx, digests: readonly LockedDigest[], now: Date): Promise<News[]> {
  const through = await storedThrough(tx);
  const read = await newsOf(tx, digests, { through, now });
  const sent = new Map(read.filter(hasNews).map(news => [news.accountId, news]));
  const events = digests.flatMap(digest => {
    const news = sent.get(digest.accountId);
    return news ? [toEvent(digest, news, { through, now })] : [];
  });
  await publishAll(tx, digestReady, events);
  const readIds = read.map(({ accountId }) => accountId);
  await advanceThrough(tx, { read: readIds, sent: [...sent.keys()], through, now });
  return read;
}

type Context = { pg: Pg; clock: Clock; log: Log };

/** Plans digests that this transaction has locked: killed in it, they are due again. */
async function planLocked(tx: Tx, due: readonly LockedDigest[], now: Date): Promise<void> {
  if (due.length === 0) return;
  const planned = due.map(digest => ({ accountId: digest.accountId, nextAt: nextDigest(digest, now) }));
  await publishNews(tx, due, now);
  await storeNextTimes(tx, planned);
}

const RETRY_MS = 3_600_000;

/** Plans one account's digest if it is due. If that fails, logs the reason and tries again in an hour. */
async function planAlone({ pg, log }: Context, accountId: string, now: Date): Promise<void> {
  try {
    await pg.transaction(async tx => {
      const digest = await lockIfDue(tx, accountId, now);
      await planLocked(tx, digest ? [digest] : [], now);
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const until = new Date(now.getTime() + RETRY_MS);
    log.error({ err: error, accountId, until }, 'a digest cannot be planned; it is tried again later');
    await postpone(pg, accountId, now, until);
  }
}

const AT_ONCE = 200;

/**
 * Plans digests that are due, in one transaction, and returns their number. If it fails, plans them one by one, so that
 * one account does not delay the others.
 */
async function planSome(context: Context, now: Date): Promise<number> {
  let due: LockedDigest[] = [];
  try {
    await context.pg.transaction(async tx => {
      due = await lockDue(tx, now, AT_ONCE);
      await planLocked(tx, due, now);
    });
  } catch (error) {
    if (due.length === 0 || isDatabaseAway(error)) throw error;
    context.log.warn(
      { err: error, digests: due.length },
      'digests failed together; planning them one by one',
    );
    for (const { accountId } of due) await planAlone(context, accountId, now);
  }
  return due.length;
}

/**
 * Plans every digest that is due. Several processes share the work: each takes accounts that no other has locked. After
 * a pause of the service an account gets one digest, whatever it missed.
 */
export async function planDigests(context: Context): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) taken = await planSome(context, context.clock());
}
