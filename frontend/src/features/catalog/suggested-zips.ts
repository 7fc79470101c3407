import type { Zip } from '@closingwire/contracts/screen-api';

const MOST = 10;

type Left = { chosen: ReadonlySet<string>; subscribed: ReadonlySet<string> };

/** Returns the ZIPs that the search box suggests: none of the order or the account, and those with homes first. */
export function suggestedZips(zips: readonly Zip[], { chosen, subscribed }: Left): Zip[] {
  const others = zips.filter(zip => !chosen.has(zip.id) && !subscribed.has(zip.zipCode));
  const hasHomes = ({ kind }: Zip) => kind === 'standard';
  return [...others.filter(hasHomes), ...others.filter(zip => !hasHomes(zip))].slice(0, MOST);
}
