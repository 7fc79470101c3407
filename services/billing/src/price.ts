/**
 * A month of a number of ZIPs. Every amount that is shown or published comes from here; the provider multiplies the same
 * price by the quantity. A price that differs between ZIPs needs another kind of price there.
 */
export const monthlyCents = ({ zipCount, centsPerZip }: { zipCount: number; centsPerZip: number }): number =>
  zipCount * centsPerZip;

/** A month of one ZIP, as the provider takes it. */
export const recurringPrice = ({ centsPerZip, currency }: { centsPerZip: number; currency: string }) => ({
  currency,
  unit_amount: centsPerZip,
  recurring: { interval: 'month' as const },
});

const dayMs = 86_400_000;

/**
 * From when on more ZIPs are charged in a running period: the beginning of the day (UTC), so that a price that was
 * shown holds for the day. https://docs.stripe.com/billing/subscriptions/prorations#prorate-by-day
 */
export function prorationStart(periodStart: Date, now: Date): Date {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  return today > periodStart ? today : periodStart;
}
