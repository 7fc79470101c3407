import { AppError } from '@closingwire/chassis/app-error';
import { asUser } from '@closingwire/chassis/identity';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { type DigestReply, type DigestSent, defaultDigest } from '@closingwire/contracts/digest';
import { impl, type RouteDeps } from '../context.ts';
import { readableZips } from '../lists/readers.ts';
import { waitForLoads } from '../lists/stored-through.ts';
import { insertMissingDigest } from './defaults.ts';
import { hasNews, publishNews } from './plan.ts';
import { nextDigest } from './schedule.ts';
import {
  findDigest,
  isViewEmpty,
  type LockedDigest,
  lockDigest,
  storeAsked,
  storeSettings,
  toDigestReply,
  wantsNoEmail,
} from './store.ts';

const MINUTE_MS = 60_000;

/** How long a request waits for loads. */
const LOADS_MS = 2_000;

const beforeFirstZip: DigestReply = {
  ...defaultDigest,
  timeZone: null,
  viewId: null,
  isViewEmpty: false,
  areListsClosed: false,
  nextAt: null,
  lastSentAt: null,
};

function refuseTooSoon({ lastSentAt, askedAt }: LockedDigest, now: Date): void {
  const last = Math.max(lastSentAt?.getTime() ?? 0, askedAt?.getTime() ?? 0);
  const retryAfterSeconds = Math.ceil((last + MINUTE_MS - now.getTime()) / 1_000);
  if (retryAfterSeconds <= 0) return;
  const message = `The last request or email was less than a minute ago; try again in ${retryAfterSeconds} s`;
  throw new AppError('too-many', 'digest_too_soon', message, { detail: { retryAfterSeconds } });
}

/**
 * Stores that the user asked, before any work: also a request without news counts. Throws `digest_too_soon` within a
 * minute after the last one.
 */
const admitRequest = (pg: Pg, accountId: string, now: Date): Promise<void> =>
  pg.transaction(async tx => {
    await insertMissingDigest(tx, accountId, now);
    refuseTooSoon(await lockDigest(tx, accountId), now);
    await storeAsked(tx, accountId, now);
  });

/** Returns why an account without news gets no email. */
async function reasonOf(tx: Tx, accountId: string): Promise<DigestSent['reason']> {
  if (await wantsNoEmail(tx, accountId)) return 'notices-off';
  return (await isViewEmpty(tx, accountId)) ? 'view-empty' : 'no-news';
}

/** Publishes the digest of an account now, under the lock that the planning job takes. */
function sendNow(pg: Pg, accountId: string, now: Date): Promise<DigestSent> {
  return pg.transaction(async tx => {
    const [news] = await publishNews(tx, [await lockDigest(tx, accountId)], now);
    if (!news) {
      const reason = await reasonOf(tx, accountId);
      return { sent: false, reason, since: now.toISOString(), newAgents: 0, newDeals: 0, followUps: 0 };
    }
    const { since, newAgents, newDeals, followUpCount } = news;
    const sent = hasNews(news);
    const reason = sent ? null : await reasonOf(tx, accountId);
    return { sent, reason, since: since.toISOString(), newAgents, newDeals, followUps: followUpCount };
  });
}

/** Routes of the email with new agents. */
export function digestRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    getDigest: impl.getDigest.handler(async ({ context }) => {
      const digest = await findDigest(pg, asUser(context.caller).id, clock());
      return digest ? toDigestReply(digest) : beforeFirstZip;
    }),

    putDigest: impl.putDigest.handler(async ({ input, context }) => {
      const now = clock();
      const nextAt = nextDigest(input, now);
      const accountId = asUser(context.caller).id;
      const settings = { ...input, nextAt };
      return toDigestReply(await pg.transaction(tx => storeSettings(tx, accountId, settings, now)));
    }),

    sendDigest: impl.sendDigest.handler(async ({ context }) => {
      await readableZips(deps, context.caller);
      const accountId = asUser(context.caller).id;
      await admitRequest(pg, accountId, clock());
      await waitForLoads(pg, LOADS_MS);
      return sendNow(pg, accountId, clock());
    }),
  };
}
