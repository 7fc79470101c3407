import { MAX_ORDERED_ZIPS, MOST_ZIPS_OF_AREA } from '@closingwire/contracts/shown-limits';

/** Says after the number of ZIPs that a search finds how many of them can be added. */
export function freeText(fit: number, rest: number, total: number): string {
  if (total > MOST_ZIPS_OF_AREA) {
    return `found. Narrow the search to at most ${MOST_ZIPS_OF_AREA.toLocaleString('en-US')} to add them at once.`;
  }
  const free = fit === 0 ? 'found, none to add' : `found, ${fit.toLocaleString('en-US')} free to add`;
  return rest === 0 ? free : `${free}; an order has at most ${MAX_ORDERED_ZIPS} ZIP codes`;
}

/** Names the button that adds all free ZIPs of a search. */
export const addText = (fit: number): string =>
  fit === 1 ? 'Add the free one' : `Add all ${fit.toLocaleString('en-US')} free`;
