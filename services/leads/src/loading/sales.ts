import { idOf } from '@closingwire/chassis/ids';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { numberKey, placeKey } from './sale-keys.ts';

/** Rows of one delivery that were received together. Deliveries of earlier versions have no source. */
export type Received = {
  receivedAt: Date;
  batchId?: string | undefined;
  sourceId?: number | undefined;
  rows: readonly ReceivedLead[];
};

/** A sale as the rows of a load report it; the newest row decides day and price. */
export type Sale = {
  id: string;
  zipCode: string;
  soldDate: string;
  /** The day in the newest row. `soldDate` differs if another source decides it. */
  statedDate: string;
  price: number | null;
  /** Keys of `sale-keys.ts`; `addPlace` adds a place that the grouping does not need. */
  keys: string[];
  /** `maybe`: it may have stored closings. `moved`: they move to another day or ZIP. */
  stored?: 'maybe' | 'moved';
  property: ReceivedLead['property'];
} & Pick<Received, 'receivedAt' | 'batchId' | 'sourceId'>;

const SEPARATOR = '\u001f';

/** Identifies a property within a ZIP by its listing number, else by its address. */
function propertyKey({ mlsId, address1, address2 }: ReceivedLead['property']): string[] {
  if (mlsId) return ['mls', mlsId.toUpperCase()];
  return ['address', address1.toLowerCase(), address2?.toLowerCase() ?? ''];
}

/** Returns the id of a sale that is not known by another id. */
export const saleIdOf = ({ property }: ReceivedLead): string =>
  idOf(['sale', property.zip, ...propertyKey(property), property.soldDate].join(SEPARATOR));

/**
 * Days by which a source may correct the day of a sale. County files have parcel numbers as listing numbers, and the same
 * parcel is sold again after 61 days (King County, 2014).
 */
export const NUMBER_WINDOW_DAYS = 60;
/** Days between two reports of one sale without a common number: sources give the day of the closing, or of its record at the county. */
const PLACE_WINDOW_DAYS = 30;

const DAY_MS = 86_400_000;
const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;

/** A sale's reports so far. */
export type Reported = Pick<Sale, 'soldDate' | 'price' | 'batchId' | 'keys'>;

/** The source of rows from before sources were stored. */
const NO_SOURCE = 0;

/** Whether a sale has another listing number of this source. */
function hasOtherNumber(
  { keys }: Pick<Reported, 'keys'>,
  { sourceId = NO_SOURCE, keys: own }: Sale,
): boolean {
  const prefix = numberKey(sourceId, '');
  return (
    own.some(key => key.startsWith(prefix)) && keys.some(key => key.startsWith(prefix) && !own.includes(key))
  );
}

/** A delivery names a sale once: on another day it is another sale of the same property. */
const isOtherDay = (known: Reported, sale: Sale) =>
  known.soldDate !== sale.soldDate && known.batchId !== undefined && known.batchId === sale.batchId;

/** Whether a sale that has a listing number of `known` is that sale. */
export const isSameListing = (known: Reported, sale: Sale): boolean =>
  !isOtherDay(known, sale) && daysBetween(known.soldDate, sale.soldDate) <= NUMBER_WINDOW_DAYS;

const areSamePrice = (one: number | null, other: number | null) =>
  one === null || other === null || one === other;

/** Whether a sale at the place of `known` is that sale. Without a common number, day or price must be the same. */
export function isSamePlace(known: Reported, sale: Sale): boolean {
  if (isOtherDay(known, sale) || hasOtherNumber(known, sale)) return false;
  if (known.soldDate === sale.soldDate) return true;
  return (
    daysBetween(known.soldDate, sale.soldDate) <= PLACE_WINDOW_DAYS && areSamePrice(known.price, sale.price)
  );
}

export function addPlace({ keys, property }: Sale): void {
  const place = placeKey(property);
  if (place && !keys.includes(place)) keys.push(place);
}

function saleOf(lead: ReceivedLead, { receivedAt, batchId, sourceId = NO_SOURCE }: Received): Sale {
  const { property } = lead;
  const { zip: zipCode, soldDate, price, mlsId } = property;
  return {
    property,
    id: saleIdOf(lead),
    zipCode,
    soldDate,
    statedDate: soldDate,
    price,
    keys: mlsId ? [numberKey(sourceId, mlsId)] : [],
    receivedAt,
    batchId,
    sourceId,
  };
}

/** The sales of a load. */
export type Sales = { all: Sale[]; of(lead: ReceivedLead): Sale };

/** Adds a report to a sale. */
function addReport(sale: Sale, { soldDate, price, receivedAt, batchId, sourceId, keys }: Sale): void {
  Object.assign(sale, {
    soldDate,
    statedDate: soldDate,
    price: price ?? sale.price,
    receivedAt,
    batchId,
    sourceId,
  });
  for (const key of keys) if (!sale.keys.includes(key)) sale.keys.push(key);
}

/** Numbers of one source tell its sales apart: then no place is needed. */
const isOneNumberedSource = (received: readonly Received[]) =>
  received.every(
    ({ sourceId, rows }) =>
      sourceId === received[0]?.sourceId && rows.every(({ property }) => property.mlsId),
  );

/** Groups rows by their sales. Rows must be given oldest first. */
export function salesOf(received: readonly Received[]): Sales {
  const byId = new Map<string, Sale>();
  const byKey = new Map<string, Sale[]>();
  const of = new Map<ReceivedLead, Sale>();
  const needsPlaces = !isOneNumberedSource(received);

  function find(sale: Sale): Sale | undefined {
    const same = byId.get(sale.id);
    if (same) return same;
    for (const key of sale.keys) {
      const fits = key.startsWith(sale.zipCode) ? isSamePlace : isSameListing;
      const known = byKey.get(key)?.find(one => one.zipCode === sale.zipCode && fits(one, sale));
      if (known) return known;
    }
    return undefined;
  }

  function index(sale: Sale): void {
    for (const key of sale.keys) {
      const known = byKey.get(key);
      if (!known) byKey.set(key, [sale]);
      else if (!known.includes(sale)) known.push(sale);
    }
  }

  for (const pack of received) {
    for (const lead of pack.rows) {
      const report = saleOf(lead, pack);
      if (needsPlaces) addPlace(report);
      let sale = find(report);
      if (sale) addReport(sale, report);
      else byId.set(report.id, report);
      sale ??= report;
      index(sale);
      of.set(lead, sale);
    }
  }
  return {
    all: [...byId.values()],
    of(lead) {
      const sale = of.get(lead);
      if (!sale) throw new Error('Expected a row of the load');
      return sale;
    },
  };
}
