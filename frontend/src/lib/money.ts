const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A price of a house or the like: whole dollars. */
export const formatUsd = (amount: number): string => whole.format(amount);

/** What a property was sold for; null when the source does not disclose it. */
export const formatSalePrice = (price: number | null): string =>
  price === null ? 'Not disclosed' : formatUsd(price);

/** An amount that is charged: to the cent, without '.00'. */
export const formatCents = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(cents / 100);
