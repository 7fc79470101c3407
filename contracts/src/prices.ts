/**
 * The product states several prices in different places. It charges `monthlyCentsPerZip`, unless billing's
 * configuration sets another.
 */

/** Charged per ZIP and month; `PRICE_CENTS` can set another price. The admin's table of ZIPs always shows this one. */
export const monthlyCentsPerZip = 1_500;

/** The offer in the structured data of public pages, USD a month. */
export const structuredDataOfferUsd = '50.00';

/** 'ZIP subscriptions from $50/month' on the registration page. */
export const registrationFromUsd = 50;

/** '$150/month' on the payment page. */
export const paymentPageMonthlyUsd = 150;

/** The price note of a new ZIP in the catalog, USD; shown to admins, never charged (ADR 12). */
export const newZipPriceUsd = 25;

const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats an amount to the cent, without '.00': '$15', '$7.50'. */
export const formatCents = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(cents / 100);
