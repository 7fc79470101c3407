import type { ZipArea } from '@closingwire/contracts/catalog';

const AROUND = /^within \d+ miles of (.+)$/;
const MILES = [5, 10, 25, 50];

/** A search that users may want instead, with the text of its button. */
export type OtherSearch = { search: string; label: string };

/** Suggests the counties of a search's ZIPs and the miles around the place that it names. */
export function otherSearches(search: string, { total, counties, circle }: ZipArea): OtherSearch[] {
  const named = counties.map(({ name, zips }) => ({
    search: name,
    label: `${name} (${zips.toLocaleString('en-US')})`,
  }));
  const place = AROUND.exec(search)?.[1] ?? (circle === null && isPlace(search) ? search : undefined);
  if (place === undefined || total === 0) return named;
  const around = MILES.filter(miles => miles !== circle?.miles).map(miles => ({
    search: `within ${miles} miles of ${place}`,
    label: `Within ${miles} miles`,
  }));
  return [...named, ...around];
}

/** Whether a search can be a place: a whole ZIP, or a name that is no county. */
const isPlace = (search: string) =>
  /^\d{5}$/.test(search) ||
  (!/^\d/.test(search) && !/\b(county|parish|borough|area|municipality)\b/i.test(search));
