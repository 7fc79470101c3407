import { AppError } from '@closingwire/chassis/app-error';
import type { callInternal } from '@closingwire/chassis/http-client';
import type { leadsApi } from '@closingwire/contracts/leads';
import { type Billing, firstId } from '../billing.ts';
import { compareBooksJob, confirmBooksJob } from '../jobs.ts';
import {
  compareAccount,
  compareBatch,
  compareClaims,
  compareCredit,
  type Difference,
  strayOf,
} from './compare.ts';
import { creditPage } from './credits.ts';
import { liveSubscriptions } from './provider.ts';
import { accountPage, forgetLive, holdersOf, storeLive, strays, subscriptionPage } from './sides.ts';
import * as store from './store.ts';

/** The dependencies of comparing the books. */
export type Books = Billing & {
  leads: Pick<ReturnType<typeof callInternal<typeof leadsApi>>, 'batchTotals'>;
};

const limit = 1_000;

const MINUTE_MS = 60_000;
/** The pause before the second look. By then, events and webhooks under way have arrived. */
const SECOND_LOOK_MS = MINUTE_MS;

/** Begins a run of the comparison, or returns the one under way. A job does the work. */
export const beginRun = ({ pg, clock }: Billing, repairsMany: boolean) =>
  pg.transaction(async tx => {
    const run = await store.takeRun(tx, clock());
    if (repairsMany) await store.allowManyRepairs(tx, run.id);
    await compareBooksJob.enqueue(tx, {});
    return store.shownRun(run);
  });

/**
 * The first look of a run: compares all accounts, claims and deliveries by pages, and stores differences. A killed run
 * starts again and finds the same differences. Only the second look counts them.
 */
export async function compareBooks(books: Books): Promise<void> {
  const { pg, clock } = books;
  const run = await pg.transaction(tx => store.takeRun(tx, clock()));
  if (run.state === 'confirming') return;
  try {
    const accounts = await compareAccounts(books);
    const compared = {
      accounts,
      claims: await compareAllClaims(books),
      batches: await compareBatches(books),
    };
    await compareCredits(books);
    await pg.transaction(async tx => {
      await store.storeCompared(tx, run.id, compared);
      const runAt = new Date(Date.now() + SECOND_LOOK_MS);
      await confirmBooksJob.enqueue(tx, { runId: run.id, look: 'second' }, { runAt });
    });
  } catch (error) {
    await store.storeFailure(pg, run.id, textOf(error)).catch(() => {});
    throw error;
  }
}

/** Returns the reason of a failed run, for admins. */
export const textOf = (error: unknown) =>
  error instanceof AppError && error.kind !== 'broken' ? error.message : 'See the log of billing';

const suspect = ({ pg, clock }: Books, differences: readonly Difference[]) =>
  store.upsertDifferences(pg, differences, clock());

async function compareAccounts(books: Books): Promise<number> {
  const { pg } = books;
  await forgetLive(pg);
  for await (const live of liveSubscriptions(books)) await storeLive(pg, live);
  await suspect(books, (await strays(pg)).map(strayOf));
  let count = 0;
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const page = await accountPage(pg, { after, limit });
    await suspect(books, page.flatMap(compareAccount));
    count += page.length;
    after = page.at(-1)?.accountId;
  }
  return count;
}

/** Returns the last id that both pages cover; undefined if both are the last pages. */
function wholeUpTo(...pages: readonly (readonly { claimId: string }[])[]): string | undefined {
  const ends = pages.filter(({ length }) => length === limit).map(page => page.at(-1)?.claimId ?? firstId);
  return ends.toSorted()[0];
}

/**
 * Compares the claims of catalog with billing's subscriptions. Reads both in order of the claims, so that memory holds
 * one page of each.
 */
async function compareAllClaims(books: Books): Promise<number> {
  const { pg, catalog } = books;
  let count = 0;
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const [allClaims, allSubscriptions] = await Promise.all([
      catalog.listConfirmedClaims({ after, limit }),
      subscriptionPage(pg, { after, limit }),
    ]);
    const end = wholeUpTo(allClaims, allSubscriptions);
    const isWhole = ({ claimId }: { claimId: string }) => end === undefined || claimId <= end;
    const claims = allClaims.filter(isWhole);
    const holders = await holdersOf(pg, [...new Set(claims.map(({ userId }) => userId))]);
    await suspect(books, compareClaims(claims, allSubscriptions.filter(isWhole), holders));
    count += claims.length;
    after = end;
  }
  return count;
}

async function compareCredits(books: Books): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const page = await creditPage(books, { after, limit });
    await suspect(books, page.flatMap(compareCredit));
    after = page.at(-1)?.creditId;
  }
}

const days = 7;

async function compareBatches(books: Books): Promise<number> {
  let count = 0;
  for (let after: string | undefined; ; ) {
    const page = await books.leads.batchTotals({ days, limit, ...(after && { after }) });
    await suspect(books, page.flatMap(compareBatch));
    count += page.length;
    after = page.at(-1)?.batchId;
    if (page.length < limit) return count;
  }
}
