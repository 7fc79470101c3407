import type { Zip } from '@closingwire/contracts/catalog-api';
import { ZIP_PRICE_USD } from '../../lib/money.ts';

export type OrderItem = Pick<Zip, 'id' | 'zipCode' | 'city' | 'state'> & { quantity: number };

/** A ZIP stands in an order once; adding it again changes nothing. */
export const addZip = (items: readonly OrderItem[], zip: Pick<Zip, 'id' | 'zipCode' | 'city' | 'state'>) =>
  items.some(item => item.id === zip.id)
    ? items
    : [...items, { id: zip.id, zipCode: zip.zipCode, city: zip.city, state: zip.state, quantity: 1 }];

export const withoutZips = (items: readonly OrderItem[], ids: readonly string[]) =>
  items.filter(item => !ids.includes(item.id));

/** Quantities are whole and at least 1. */
export const withQuantity = (items: readonly OrderItem[], id: string, quantity: number) =>
  items.map(item => (item.id === id ? { ...item, quantity: Math.max(1, Math.trunc(quantity)) } : item));

/** What the order costs a month, in USD. */
export const orderTotalUsd = (items: readonly OrderItem[]): number =>
  items.reduce((total, item) => total + ZIP_PRICE_USD * item.quantity, 0);

const isItem = (value: unknown): value is OrderItem => {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Record<string, unknown>;
  const texts = [item.id, item.zipCode, item.city, item.state];
  return texts.every(text => typeof text === 'string') && Number.isInteger(item.quantity);
};

/** The order that was stored as text; whatever is not an order item in it is dropped. */
export function parseOrder(text: string | null): readonly OrderItem[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem) : [];
  } catch {
    return [];
  }
}
