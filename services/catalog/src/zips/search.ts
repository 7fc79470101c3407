import { statesAndDc } from '@closingwire/contracts/reference';

/** `of` is a ZIP or a city, around which the search looks. `state` is a code that the text names. */
export type ZipSearch =
  | { kind: 'code'; start: string }
  | { kind: 'city'; part: string; state?: string }
  | { kind: 'county'; name: string; state?: string }
  | { kind: 'near'; miles: number; of: string; state?: string };

/** Matches 'within 10 miles of Austin' and '10 mi 78701'. */
const NEAR = /^(?:within\s+)?(\d{1,3})\s*(?:mi|mile|miles)\.?\s+(?:(?:of|from|around)\s+(\S.*)|(\d{5}))$/i;
/** The words for a county in the states. */
export const countyWords = ['County', 'Parish', 'Borough', 'Census Area', 'Municipality'] as const;
const COUNTY = new RegExp(`^(\\S.*?)\\s+(?:${countyWords.join('|')})$`, 'i');
const STATE_AT_END = /^(\S.*?)\s*,\s*([a-z][a-z .]*)$/i;

const codesByName = new Map(Object.entries(statesAndDc).map(([code, name]) => [name.toLowerCase(), code]));

const codeOf = (text: string): string | undefined => {
  const upper = text.toUpperCase().replaceAll('.', '');
  return upper in statesAndDc ? upper : codesByName.get(text.toLowerCase());
};

/** Splits 'Austin, TX' and 'Austin, Texas'. Text after a comma that is no state stays where it is. */
function splitState(text: string): { place: string; state?: string } {
  const [, place, end] = STATE_AT_END.exec(text) ?? [];
  const state = end && codeOf(end);
  return place && state ? { place, state } : { place: text };
}

/** Reads a search of the catalog: digits, a city, a county, or a place with the miles around it. */
export function readSearch(text: string): ZipSearch {
  const { place, ...named } = splitState(text.trim());
  if (/^\d+$/.test(place)) return { kind: 'code', start: place };
  const [, miles, name, code] = NEAR.exec(place) ?? [];
  const of = name ?? code;
  if (miles && of) return { kind: 'near', miles: Number(miles), of, ...named };
  const [, county] = COUNTY.exec(place) ?? [];
  if (county) return { kind: 'county', name: county, ...named };
  return { kind: 'city', part: place, ...named };
}
