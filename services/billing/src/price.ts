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
