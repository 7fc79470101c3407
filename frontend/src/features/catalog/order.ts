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

/** Returns by how many ZIPs a trial's order exceeds its limit, or 0. */
export const overTrialLimit = (zips: readonly { standing: string }[], mostTrialZips: number): number =>
  Math.max(0, zips.filter(({ standing }) => standing !== 'paid').length - mostTrialZips);
