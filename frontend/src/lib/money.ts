const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

export const formatUsd = (amount: number): string => whole.format(amount);

/** What a ZIP costs a month, in USD, as orders and the landing page show it. */
export const ZIP_PRICE_USD = 15;

/** Price readings that differ on purpose; each belongs to one place alone. */
export const STRUCTURED_DATA_PRICE_USD = '50.00';
export const REGISTRATION_PRICE_USD = 50;
export const PAYMENT_PAGE_PRICE_USD = 150;
