import { FeedError } from './feed-error.ts';
import type { Page } from './odata-client.ts';
import { ask, follow, ofSystem, pathOf, type Service, selectOf } from './query.ts';
import type { ResoRow } from './reso-fields.ts';

/** A listing as the server has it, with the time of its last change. */
export type Listing = { key: string; modifiedAt: string; row: ResoRow };

/** Returns the listing of a row; undefined if it has no key or no time. */
export function listingIn(row: ResoRow): Listing | undefined {
  const { ListingKey: key, ModificationTimestamp: time } = row;
  const modified = typeof time === 'string' ? new Date(time) : undefined;
  if ((typeof key !== 'string' && typeof key !== 'number') || key === '' || !modified) return undefined;
  if (Number.isNaN(modified.getTime())) return undefined;
  return { key: String(key), modifiedAt: modified.toISOString(), row };
}

/** Whether a link counts rows from the start: a row that changes between two pages then moves others out of sight. */
const countsRows = (link: string) => /[?&](?:\$|%24)skip=/i.test(link);

/** Remembers what was yielded from a time on. */
function seenListings() {
  let seen = new Map<string, string>();
  return {
    /** Returns the listings that were not yielded in this state. */
    fresh(listings: Listing[]): Listing[] {
      const found = listings.filter(({ key, modifiedAt }) => seen.get(key) !== modifiedAt);
      for (const { key, modifiedAt } of found) seen.set(key, modifiedAt);
      return found;
    },
    forgetBefore(time: string): void {
      seen = new Map([...seen].filter(([, modifiedAt]) => modifiedAt >= time));
    },
  };
}

/** Times in one form sort as text. */
const lastTime = (listings: readonly Listing[], least: string): string =>
  [least, ...listings.map(({ modifiedAt }) => modifiedAt)].toSorted().at(-1) ?? least;

type Query = { condition: string; from: string; hasTop: boolean };

type Round = {
  /** The time of the last row. */
  last: string;
  hasFresh: boolean;
  /** Whether links that count rows were followed. */
  hasSkipped: boolean;
  isComplete: boolean;
};

function send(service: Service, { condition, hasTop }: Query): Promise<Page> {
  const options = {
    filter: ["StandardStatus eq 'Closed'", `ModificationTimestamp ${condition}`, ...ofSystem(service)],
    select: selectOf(service, 'Property'),
    orderBy: 'ModificationTimestamp,ListingKey',
  };
  return hasTop ? ask(service, 'Property', options) : service.page(pathOf('Property', options));
}

function listingsIn({ rows }: Page): Listing[] {
  const listings = rows.map(listingIn).filter(listing => listing !== undefined);
  if (rows.length > 0 && listings.length === 0)
    throw new FeedError('refused', 'Expected rows with ListingKey and ModificationTimestamp');
  return listings;
}

/** Yields the rows of a query and of the links that lose none. */
async function* roundOf(
  service: Service,
  query: Query,
  seen: ReturnType<typeof seenListings>,
): AsyncGenerator<Listing[], Round> {
  let last = query.from;
  let hasFresh = false;
  let hasSkipped = false;
  let count = 0;
  let link: string | undefined;
  for (let page = await send(service, query); ; ) {
    const listings = listingsIn(page);
    const fresh = seen.fresh(listings);
    if (fresh.length > 0) yield fresh;
    hasFresh ||= fresh.length > 0;
    last = lastTime(listings, last);
    count += page.rows.length;
    const { nextLink } = page;
    const most = query.hasTop ? (service.top ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    if (nextLink === undefined) return { last, hasFresh, hasSkipped, isComplete: count < most };
    if (countsRows(nextLink)) {
      if (last > query.from) return { last, hasFresh, hasSkipped, isComplete: false };
      hasSkipped = true;
    } else seen.forgetBefore(last);
    page = await follow(service, nextLink, link);
    link = nextLink;
  }
}

/**
 * Yields the closed listings that changed after a time, in the order of their changes, each state once.
 *
 * It follows the server's links. A link with `$skip` can lose rows, so the next query begins at the time of the last row
 * instead. Only within one time are such links followed, and that time is read until it has no other row. A query from
 * the last row also finds the rest where a server takes `$top` as the end of the result.
 */
export async function* changedListings(service: Service, after: string): AsyncGenerator<Listing[]> {
  const seen = seenListings();
  const query: Query = { condition: `gt ${after}`, from: after, hasTop: true };
  for (;;) {
    const { last, hasFresh, hasSkipped, isComplete } = yield* roundOf(service, query, seen);
    const isUnsure = hasSkipped && hasFresh;
    if (isComplete && !isUnsure) return;
    if (!isUnsure) {
      // A whole reply of one time can only be passed without `$top`.
      query.hasTop = last > query.from;
      query.from = last;
      seen.forgetBefore(last);
    }
    query.condition = `ge ${query.from}`;
  }
}
