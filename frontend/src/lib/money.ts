const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Such as '$15.00'. */
export const formatCents = (cents: number): string => exact.format(cents / 100);

export const formatUsd = (amount: number): string => whole.format(amount);
