import { AppError } from '@closingwire/chassis/app-error';
import { asUser } from '@closingwire/chassis/identity';
import type { Pg } from '@closingwire/chassis/pg';
import { type DigestReply, type DigestSent, defaultDigest } from '@closingwire/contracts/digest';
import { impl, type RouteDeps } from '../context.ts';
import { readableZips } from '../lists/readers.ts';
import { insertMissingDigest } from './defaults.ts';
import { publishNews } from './plan.ts';
import { nextDigest } from './schedule.ts';
import { findDigest, lockDigest, storeSettings, toDigestReply, wantsNoEmail } from './store.ts';
import { waitForLoads } from './through.ts';

const MINUTE_MS = 60_000;

/** How long a request waits for loads. */
const LOADS_MS = 2_000;

const beforeFirstZip: DigestReply = {
  ...defaultDigest,
  timeZone: null,
  viewId: null,
  nextAt: null,
  lastSentAt: null,
};

function refuseTooSoon(lastSentAt: Date | null, now: Date): void {
  const waitMs = (lastSentAt?.getTime() ?? Number.NEGATIVE_INFINITY) + MINUTE_MS - now.getTime();
  if (waitMs <= 0) return;
  const message = 'The last email was sent less than a minute ago; try again in a minute';
  const detail = { retryAfterSeconds: Math.ceil(waitMs / 1_000) };
  throw new AppError('too-many', 'digest_too_soon', message, { detail });
}

/** Publishes the digest of an account now, under the lock that the planning job takes. */
function sendNow(pg: Pg, accountId: string, now: Date): Promise<DigestSent> {
  return pg.transaction(async tx => {
    await insertMissingDigest(tx, accountId, now);
    const digest = await lockDigest(tx, accountId);
    refuseTooSoon(digest.lastSentAt, now);
    const [news] = await publishNews(tx, [digest], now);
    if (!news) {
      const reason = (await wantsNoEmail(tx, accountId)) ? 'notices-off' : 'no-news';
      return { sent: false, reason, since: now.toISOString(), newAgents: 0, newDeals: 0 };
    }
    const { since, newAgents, newDeals } = news;
    const sent = newAgents + newDeals > 0;
    return { sent, reason: sent ? null : 'no-news', since: since.toISOString(), newAgents, newDeals };
  });
}

/** Routes of the email with new agents. */
export function digestRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    getDigest: impl.getDigest.handler(async ({ context }) => {
      const digest = await findDigest(pg, asUser(context.caller).id);
      return digest ? toDigestReply(digest) : beforeFirstZip;
    }),

    putDigest: impl.putDigest.handler(async ({ input, context }) => {
      const nextAt = nextDigest(input, clock());
      const accountId = asUser(context.caller).id;
      const settings = { ...input, nextAt };
      return toDigestReply(await pg.transaction(tx => storeSettings(tx, accountId, settings)));
    }),

    sendDigest: impl.sendDigest.handler(async ({ context }) => {
      await readableZips(deps, context.caller);
      await waitForLoads(pg, LOADS_MS);
      return sendNow(pg, asUser(context.caller).id, clock());
    }),
  };
}
