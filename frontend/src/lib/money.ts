const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** A price of a house or the like: whole dollars. */
export const formatUsd = (amount: number): string => whole.format(amount);

/** What a property was sold for; null when the source does not disclose it. */
export const formatSalePrice = (price: number | null): string =>
  price === null ? 'Not disclosed' : formatUsd(price);
