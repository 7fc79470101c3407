import { AppError } from '@closingwire/chassis/app-error';
import type { Attempt } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { BookClaim } from '@closingwire/contracts/catalog';
import { lockAccount } from '../accounts/lock.ts';
import { firstId } from '../billing.ts';
import { confirmBooksJob } from '../jobs.ts';
import { compareAccount, compareClaims, compareCredit, type Difference } from './compare.ts';
import { type Books, textOf } from './compare-books.ts';
import { findBookCredit } from './credits.ts';
import { findLive, liveOfAccount } from './provider.ts';
import { repairAccount, repairClaim, repairCredit } from './repair.ts';
import { accountBooks, holdersOf, isCustomerOf, subscriptionsOfClaims } from './sides.ts';
import * as store from './store.ts';

type Look = { runId: string; look: 'second' | 'third' };

const limit = 100;
/** The pause before the third look. By then, other services and the provider have carried out the repairs. */
const THIRD_LOOK_MS = 5 * 60_000;

/**
 * Compares the subject of each stored difference again. The second look counts and repairs the differences that
 * remain; the third resolves the repaired ones. A killed look starts again, so every repair may run twice.
 */
export async function confirmBooks(books: Books, { runId, look }: Look, { attempt }: Attempt): Promise<void> {
  const { pg, clock } = books;
  const run = await store.findRunById(pg, runId);
  if (!run || (look === 'second' && run.state !== 'confirming')) return;
  const outages = outageCount(attempt);
  const unrepaired = await store.unrepairedKinds(pg, runId);
  try {
    for (let after = firstId; ; ) {
      const page = await store.unresolvedDifferences(pg, { after, limit, confirmed: look === 'third' });
      const last = page.at(-1);
      if (!last) break;
      await readAgain(books, page, { look, unrepaired, outages, runStartedAt: run.startedAt });
      after = last.id;
    }
    outages.end();
  } catch (error) {
    await store.storeFailure(pg, runId, textOf(error)).catch(() => {});
    throw error;
  }
  if (look === 'third') return;
  await pg.transaction(async tx => {
    await store.finishRun(tx, runId, clock());
    const runAt = new Date(Date.now() + THIRD_LOOK_MS);
    await confirmBooksJob.enqueue(tx, { runId, look: 'third' }, { runAt });
  });
}

const MOST_OUTAGES = 5;
const MOST_ATTEMPTS = 4;

/**
 * Counts reads that failed because a service was away. A look with a failed read proves no agreement, so the look is
 * repeated. After `MOST_ATTEMPTS` looks the run ends all the same: probably one difference makes its own read fail.
 */
function outageCount(attempt: number) {
  let count = 0;
  let last: unknown;
  return {
    add(error: unknown): void {
      last = error;
      count += 1;
      if (count === MOST_OUTAGES) throw error;
    },
    end(): void {
      if (count > 0 && attempt < MOST_ATTEMPTS) throw last;
    },
  };
}

const ofClaims = new Set<string>([
  'deleted-zip',
  'deleted-claim',
  'claim-without-subscription',
  'claim-of-unknown-account',
  'subscription-without-claim',
  'claim-differs',
] satisfies Difference['kind'][]);

type Context = {
  look: Look['look'];
  /** Kinds with more than `MOST_REPAIRS` differences; only an admin may start their repair. */
  unrepaired: ReadonlySet<string>;
  outages: ReturnType<typeof outageCount>;
  runStartedAt: Date;
};

async function readAgain(
  books: Books,
  page: readonly store.StoredDifference[],
  context: Context,
): Promise<void> {
  const claimIds = page.filter(({ kind }) => ofClaims.has(kind)).map(({ subject }) => subject);
  const claims = claimIds.length === 0 ? [] : await books.catalog.findConfirmedClaims({ claimIds });
  const claimOf = new Map(claims.map(claim => [claim.claimId, claim]));
  for (const difference of page) {
    await readOne(books, difference, claimOf.get(difference.subject), context).catch(error => {
      books.log.error({ err: error, ...difference }, 'difference of the books not repaired, will retry');
      if (isOutage(error)) context.outages.add(error);
    });
  }
}

const isOutage = (error: unknown) =>
  error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout');

async function readOne(
  books: Books,
  difference: store.StoredDifference,
  claim: BookClaim | undefined,
  { look, unrepaired, runStartedAt }: Context,
): Promise<void> {
  const { kind } = difference;
  const isRepaired = !unrepaired.has(kind);
  if (kind === 'stray-subscription') return readStray(books, difference);
  if (kind === 'credit-differs') return readCredit(books, difference, isRepaired);
  if (ofClaims.has(kind)) return readClaim(books, difference, { claim, isRepaired });
  if (kind !== 'rows-missing') return readAccount(books, difference, isRepaired);
  // Only the first look reads deliveries: a finished delivery changes only when it is sent again.
  if (look === 'second') await settle(books, difference, seenSince(difference, runStartedAt));
}

const seenSince = (difference: store.StoredDifference, since: Date) =>
  difference.lastSeenAt >= since ? difference : undefined;

/** Stores that a difference was found again, or resolves it if `found` is undefined. */
async function settle(
  { pg, clock }: Pick<Books, 'clock'> & { pg: Books['pg'] | Tx },
  { id }: store.StoredDifference,
  found: Difference | undefined,
): Promise<void> {
  if (found) await store.confirmDifference(pg, id, found, clock());
  else await store.resolveDifference(pg, id, clock());
}

/** Reads the provider first: no call to it is made under the account's lock. */
async function readAccount(
  books: Books,
  difference: store.StoredDifference,
  isRepaired: boolean,
): Promise<void> {
  const { pg, clock } = books;
  const { kind, subject: accountId } = difference;
  const live = await liveOfAccount(books, accountId);
  await pg.transaction(async tx => {
    const locked = await lockAccount(tx, books, accountId);
    const account = await accountBooks(tx, accountId, live);
    const found = account && compareAccount(account).find(each => each.kind === kind);
    await settle({ pg: tx, clock }, difference, found);
    if (found && isRepaired && locked) await repairAccount(tx, found, locked);
  });
}

async function readStray(books: Books, difference: store.StoredDifference): Promise<void> {
  const live = await findLive(books, difference.subject);
  const isStray = live !== undefined && (await isCustomerOf(books.pg, live)) === false;
  await settle(books, difference, isStray ? difference : undefined);
}

async function readCredit(
  books: Books,
  difference: store.StoredDifference,
  isRepaired: boolean,
): Promise<void> {
  const { pg, clock } = books;
  const credit = await findBookCredit(books, difference.subject);
  const [found] = credit ? compareCredit(credit) : [];
  await pg.transaction(async tx => {
    await settle({ pg: tx, clock }, difference, found);
    if (found && isRepaired && credit) await repairCredit(tx, credit);
  });
}

async function readClaim(
  books: Books,
  difference: store.StoredDifference,
  { claim, isRepaired }: { claim: BookClaim | undefined; isRepaired: boolean },
): Promise<void> {
  const { pg, clock, catalog } = books;
  const { kind, subject: claimId, accountId } = difference;
  const toRelease = await pg.transaction(async tx => {
    const account = accountId === null ? undefined : await lockAccount(tx, books, accountId);
    const subscriptions = await subscriptionsOfClaims(tx, [claimId]);
    const holders = await holdersOf(tx, claim ? [claim.userId] : []);
    const compared = compareClaims(claim ? [claim] : [], subscriptions, holders);
    const found = compared.find(each => each.kind === kind);
    await settle({ pg: tx, clock }, difference, found);
    return found && isRepaired ? repairClaim(tx, books, found, { claim, account }) : undefined;
  });
  if (toRelease) await catalog.releaseUnpaidClaim(toRelease);
}
