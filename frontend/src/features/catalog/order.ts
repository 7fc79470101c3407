import type { Quote, QuotedZip } from '@closingwire/contracts/billing';
import type { Zip } from '@closingwire/contracts/screen-api';
import type { SpecialKind } from '../../product/zip-kinds.ts';

type Place = Pick<Zip, 'id' | 'zipCode' | 'city' | 'state'>;

export type OrderedZip = Place & { kind?: Zip['kind'] | undefined };

/** The quantity is always 1: a claim is exclusive. Standard ZIPs have no `kind`. */
export type OrderItem = Place & { quantity: number; kind?: SpecialKind };

const itemOf = ({ id, zipCode, city, state, kind }: OrderedZip): OrderItem => ({
  id,
  zipCode,
  city,
  state,
  quantity: 1,
  ...(isSpecial(kind) && { kind }),
});

const isSpecial = (kind: string | undefined): kind is SpecialKind => kind === 'po_box' || kind === 'unique';

export const addZip = (items: readonly OrderItem[], zip: OrderedZip): readonly OrderItem[] =>
  items.some(item => item.id === zip.id) ? items : [...items, itemOf(zip)];

export const withoutZips = (items: readonly OrderItem[], ids: readonly string[]) =>
  items.filter(item => !ids.includes(item.id));

const isItem = (value: unknown): value is OrderItem => {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Record<string, unknown>;
  const texts = [item.id, item.zipCode, item.city, item.state];
  return texts.every(text => typeof text === 'string') && Number.isInteger(item.quantity);
};

/** Parses a stored order; drops everything that is not an order item. */
export function parseOrder(text: string | null): readonly OrderItem[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem).map(itemOf) : [];
  } catch {
    return [];
  }
}

type TrialQuote = Pick<Quote, 'way' | 'mostTrialZips'> & {
  zips: readonly Pick<QuotedZip, 'zipCode' | 'standing'>[];
};

/** `most` is the limit of a trial, `room` how many new ZIPs fit, and `beyond` the ids of the order after these. */
export type TrialOverflow = { most: number; room: number; beyond: string[] };

/** Returns how an order exceeds a trial's limit; undefined if it does not. */
export function trialOverflow(
  items: readonly OrderItem[],
  quote: TrialQuote | undefined,
): TrialOverflow | undefined {
  if (quote?.way !== 'trial') return undefined;
  const codesOf = (wanted: QuotedZip['standing']) =>
    quote.zips.filter(({ standing }) => standing === wanted).map(({ zipCode }) => zipCode);
  const room = Math.max(0, quote.mostTrialZips - codesOf('trial').length);
  const added = new Set(codesOf('new'));
  const beyond = items.filter(({ zipCode }) => added.has(zipCode)).slice(room);
  if (beyond.length === 0) return undefined;
  return { most: quote.mostTrialZips, room, beyond: beyond.map(({ id }) => id) };
}
