import { hash } from 'node:crypto';
import type { Bus } from '@closingwire/chassis/bus';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { leadField } from '@closingwire/contracts/lead-fields';
import { retract } from '../loading/retract.ts';
import type { OpenRows } from '../reading/open-rows.ts';
import type { SourceRow } from '../reading/rows.ts';
import { receiveBatch } from '../receiving/receive-batch.ts';
import { textOf } from './address.ts';
import type { Listing } from './changes.ts';
import { type FeedRow as ClosingRow, closingsOf, isSale, isShownClosing } from './closings-of.ts';
import { type DirectoryCache, directoryOf } from './directory.ts';
import type { Service } from './query.ts';
import { sides } from './reso-fields.ts';
import {
  type FeedRow,
  type KnownListing,
  knownListings,
  type ListingState,
  moveWatermark,
  type ReportedListing,
  upsertListings,
} from './store.ts';

type Deps = { pg: Pg; bus: Bus; clock: Clock; cache: DirectoryCache };

const identifying = [
  'ListingId',
  'CloseDate',
  'PostalCode',
  'UnparsedAddress',
  'StreetNumber',
  'StreetName',
  'UnitNumber',
];
const agentFields = sides.flatMap(({ agent }) => [`${agent}Key`, `${agent}FullName`]);

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);

/** Returns a hash of what identifies the closings of a listing. If it changes, the listing has other closings. */
const identityOf = ({ row }: Listing) =>
  hashOf([...identifying, ...agentFields].map(field => textOf(row[field])));

/** A listing with what becomes of it. */
type Decided = Listing &
  Pick<KnownListing, 'state' | 'identity' | 'content'> & { known: KnownListing | undefined };

function decide(listing: Listing, known: KnownListing | undefined): Decided {
  const isShown = isShownClosing(listing.row);
  const state = !isShown ? 'retracted' : isSale(listing.row) ? 'shown' : 'left-out';
  const content = hashOf(listing.row);
  return { ...listing, state, identity: state === 'shown' ? identityOf(listing) : null, content, known };
}

const isUnchanged = ({ content, known }: Decided) => known?.content === content;

const nameOfField = (listingKey: string) => (field: keyof typeof leadField) =>
  `${leadField[field].column} of listing ${listingKey}`;

/** Returns rows for the reading layer. */
function deliveryOf(closings: readonly ClosingRow[]): OpenRows {
  const rows = closings.map(
    ({ listingKey, values }, index): SourceRow => ({
      line: index + 1,
      listingKey,
      lead: ({ name }) => values[name],
      nameOf: nameOfField(listingKey),
    }),
  );
  return {
    rows: (async function* () {
      yield rows;
    })(),
    form: () => ({
      format: {
        container: 'none',
        entry: null,
        kind: 'json',
        encoding: 'utf-8',
        delimiter: null,
        headerLine: null,
        mapping: 'RESO Web API',
      },
    }),
  };
}

/** Listings by key, each in its last state. */
const lastOfEach = (listings: readonly Listing[]): Listing[] => [
  ...new Map(listings.map(listing => [listing.key, listing])).values(),
];

export type ReportedSet = {
  listings: readonly Listing[];
  /** Keys that the server no longer has. */
  absent?: readonly string[];
  watermark?: Date;
};

/**
 * Returns a function that reports a set of listings to the lists: rows to the broker, then in one transaction the
 * retractions, the states of the listings and the watermark. A set that is reported twice changes nothing more.
 */
export function reporterOf({ pg, bus, clock, cache }: Deps, service: Service, feed: FeedRow) {
  const { sourceId, version } = feed;

  /** Retracts shown listings whose closings will have other identities. */
  async function replaceMoved(decided: readonly Decided[]): Promise<void> {
    const moved = decided.filter(
      ({ known, identity }) => known?.state === 'shown' && known.identity !== identity,
    );
    if (moved.length === 0) return;
    // Before the rows that follow, even within one millisecond.
    const now = new Date(Date.now() - 1);
    await pg.transaction(tx => retract(tx, { sourceId, listingKeys: moved.map(({ key }) => key), now }));
  }

  /** Sends the rows of listings. Returns their number, and the listings without any. */
  async function send(decided: readonly Decided[]): Promise<{ rows: number; empty: ReadonlySet<string> }> {
    const properties = decided.map(({ row }) => row);
    const prefix = `${sourceId}/${version}/`;
    const { members, offices } = await directoryOf(service, { cache, prefix }, properties);
    const closings = properties.flatMap(property => closingsOf(property, members, offices));
    const filled = new Set(closings.map(({ listingKey }) => listingKey));
    if (closings.length > 0) {
      const delivery = { ...deliveryOf(closings), states: feed.states, dateOrder: 'month-first' as const };
      await receiveBatch({ pg, bus, clock }, { sourceId, isFeed: true }, delivery);
    }
    return {
      rows: closings.length,
      empty: new Set(decided.map(({ key }) => key).filter(key => !filled.has(key))),
    };
  }

  return async ({ listings, absent = [], watermark }: ReportedSet): Promise<void> => {
    const last = lastOfEach(listings);
    const known = await knownListings(pg, sourceId, [...last.map(({ key }) => key), ...absent]);
    const changed = last
      .map(listing => decide(listing, known.get(listing.key)))
      .filter(listing => !isUnchanged(listing));
    const shown = changed.filter(({ state }) => state === 'shown');
    await replaceMoved(shown);
    const { rows, empty } = await send(shown);
    const gone = absent.flatMap(key => known.get(key) ?? []).filter(({ state }) => state !== 'retracted');
    const reported: ReportedListing[] = [
      ...changed.map(({ key, modifiedAt, state, identity, content }) =>
        empty.has(key)
          ? { key, modifiedAt, state: 'left-out' as const, identity: null, content }
          : { key, modifiedAt, state, identity, content },
      ),
      ...gone.map(({ key, modifiedAt }) => ({
        key,
        modifiedAt: modifiedAt.toISOString(),
        state: 'retracted' as const,
        identity: null,
        content: null,
      })),
    ];
    const hidden = reported.filter(({ state }) => state !== 'shown').map(({ key }) => key);
    const countOf = (wanted: ListingState) => reported.filter(({ state }) => state === wanted).length;
    await pg.transaction(async tx => {
      await retract(tx, { sourceId, listingKeys: hidden, now: new Date() });
      await upsertListings(tx, sourceId, reported);
      const counts = {
        listings: countOf('shown'),
        rows,
        leftOut: countOf('left-out'),
        retracted: countOf('retracted'),
      };
      await moveWatermark(tx, feed, { watermark, counts });
    });
  };
}
