/**
 * The product states its price in several ways, and each stands where it is shown. What is charged is
 * `monthlyCentsPerZip`, unless the configuration of billing sets another.
 */

/** Charged per ZIP and month unless `PRICE_CENTS` sets another price. Fixed only in the admin's table of ZIPs. */
export const monthlyCentsPerZip = 1_500;

/** The offer in the structured data of public pages, USD a month. */
export const structuredDataOfferUsd = '50.00';

/** 'ZIP subscriptions from $50/month' on the registration page. */
export const registrationFromUsd = 50;

/** '$150/month' on the payment page. */
export const paymentPageMonthlyUsd = 150;

/** The price note of a new ZIP in the catalogue, USD; shown to admins, charged nowhere (ADR 12). */
export const newZipPriceUsd = 25;

const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount that is charged, to the cent and without '.00': '$15', '$7.50'. */
export const formatCents = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(cents / 100);
