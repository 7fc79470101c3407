import type { Quote, QuotedZip } from '@closingwire/contracts/billing';
import type { Zip } from '@closingwire/contracts/screen-api';

export type OrderedZip = Pick<Zip, 'id' | 'zipCode' | 'city' | 'state'>;

/** The quantity is always 1: a claim is exclusive. */
export type OrderItem = OrderedZip & { quantity: number };

export const addZip = (items: readonly OrderItem[], zip: OrderedZip) =>
  items.some(item => item.id === zip.id)
    ? items
    : [...items, { id: zip.id, zipCode: zip.zipCode, city: zip.city, state: zip.state, quantity: 1 }];

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
    return Array.isArray(stored) ? stored.filter(isItem).map(item => ({ ...item, quantity: 1 })) : [];
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
