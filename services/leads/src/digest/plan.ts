import { newId } from '@closingwire/chassis/ids';
import { publishAll } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { digestReady } from '@closingwire/contracts/digest';
import type { EventData } from '@closingwire/contracts/event';
import { storedThrough } from '../lists/stored-through.ts';
import { type News, newsOf } from './news.ts';
import { nextDigest } from './schedule.ts';
import { advanceThrough, type LockedDigest, lockDue, storeNextTimes } from './store.ts';

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
  const read = await newsOf(
    tx,
    digests.map(({ accountId }) => accountId),
    { through, now },
  );
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

/** Plans digests that are due, in one transaction: killed in it, they are due again. Returns their number. */
async function planSome(tx: Tx, now: Date, limit: number): Promise<number> {
  const due = await lockDue(tx, now, limit);
  if (due.length === 0) return 0;
  await publishNews(tx, due, now);
  await storeNextTimes(
    tx,
    due.map(digest => ({ accountId: digest.accountId, nextAt: nextDigest(digest, now) })),
  );
  return due.length;
}

const AT_ONCE = 200;

/**
 * Plans every digest that is due. Several processes share the work: each takes accounts that no other has locked. After
 * a pause of the service an account gets one digest, whatever it missed.
 */
export async function planDigests(pg: Pg, clock: Clock): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await pg.transaction(tx => planSome(tx, clock(), AT_ONCE));
  }
}
