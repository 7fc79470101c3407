/**
 * What so many ZIPs cost a month: amounts that are shown, published, billed, and compared with what is billed all come
 * from here. The provider multiplies the price of one ZIP by the quantity, so a price that is not the same for each
 * ZIP needs another kind of price there too.
 */
export const monthlyCents = (zips: number, centsPerZip: number): number => zips * centsPerZip;

/** A month of one ZIP, as the provider takes it. */
export const recurringPrice = ({ centsPerZip, currency }: { centsPerZip: number; currency: string }) => ({
  currency,
  unit_amount: monthlyCents(1, centsPerZip),
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
