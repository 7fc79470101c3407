import type { Stripe } from 'stripe';

const daySeconds = 86_400;

/** The end of the period that starts at `start`: a month later is the same day, or the month's last. */
export function periodEnd(start: number, price: Stripe.Price): number {
  const count = price.recurring?.interval_count ?? 1;
  switch (price.recurring?.interval) {
    case 'day':
      return start + count * daySeconds;
    case 'week':
      return start + count * 7 * daySeconds;
    case 'year':
      return addMonths(start, 12 * count);
    default:
      return addMonths(start, count);
  }
}

function addMonths(start: number, months: number): number {
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}
