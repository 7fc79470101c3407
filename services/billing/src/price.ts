/**
 * The price of ZIPs for a month: every amount shown or published comes from here. The provider multiplies one price by
 * the quantity; prices that differ between ZIPs would need another kind of price there.
 */
export const monthlyCents = ({ zipCount, centsPerZip }: { zipCount: number; centsPerZip: number }): number =>
  zipCount * centsPerZip;

/** Returns the monthly price of one ZIP, as the provider's parameters. */
export const recurringPrice = ({ centsPerZip, currency }: { centsPerZip: number; currency: string }) => ({
  currency,
  unit_amount: centsPerZip,
  recurring: { interval: 'month' as const },
});

const dayMs = 86_400_000;

/**
 * Returns the time from which more ZIPs are charged in a running period. It is the start of the day (UTC), so that a
 * quote stays valid for the day. https://docs.stripe.com/billing/subscriptions/prorations#prorate-by-day
 */
export function prorationStart(periodStart: Date, now: Date): Date {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  return today > periodStart ? today : periodStart;
}
