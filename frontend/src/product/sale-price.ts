import { formatUsd } from '../lib/money.ts';

/** Null means that the source does not disclose the price. */
export const formatSalePrice = (price: number | null): string =>
  price === null ? 'Not disclosed' : formatUsd(price);
