const DAY_MS = 24 * 60 * 60_000;

/** Whole days until an instant, begun ones counted; none or fewer once it is past. */
export const daysUntil = (instant: string, now: Date): number =>
  Math.ceil((Date.parse(instant) - now.getTime()) / DAY_MS);
