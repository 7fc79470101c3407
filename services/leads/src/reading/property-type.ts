import type { Property } from '@closingwire/contracts/lead';

type PropertyType = NonNullable<Property['type']>;

/**
 * The words of portals, MLSs and counties, by what they mean; the first line that matches counts. Words are in lower
 * case, with one space between them and without a plural s.
 */
const table: readonly [meaning: PropertyType | null, words: RegExp][] = [
  // No building, or no building that anyone lives or works in.
  [
    null,
    /\b(?:(?<!on )land|(?<!zero |0 )lots?|acreage|vacant|parking|storage|garage|boat|slip|dock|timeshare|mineral|rental? lease|lease)\b/,
  ],
  // One of two homes under a roof, sold alone.
  ['home', /\bhalf duplex\b|^1 2 duplex\b|\bhalf ?plex\b/],
  [
    'multi',
    /\b(?:multi|multiplex|multifamily|duplex|triplex|fourplex|quadplex|quadruplex|sixplex|plex|income|[234] ?flat)\b/,
  ],
  ['multi', /\b(?:two|three|four|2|3|4|5|2 4|3 4) (?:family|unit)\b/],
  [
    'multi',
    /\brental\b.*\b(?:apartment|walkup|elevator|unit)\b|\bapartment (?:building|house|complex)\b|\b[2-9]\d* (?:to|or) [2-9]\d* (?:family|unit)\b/,
  ],
  ['condo', /\b(?:cnd|condo|condominium|condop|co op|coop|cooperative|own your own|stock cooperative)\b/],
  [
    'commercial',
    /\b(?:commercial|office|retail|store|industrial|warehouse|factory|mixed use|business|hotel|motel|hospitality|restaurant|theat(?:er|re)|loft building|shopping)\b/,
  ],
  ['condo', /\b(?:apartment|loft|flat|studio|penthouse|tenanc(?:y|ie) in common)\b/],
  [
    'home',
    /\b(?:home|house|pud|twn|twnhs|single family|one family|1 family|sfr|sfh|sf|residential|residence|detached|attached|semi detached|townhouse|townhome|town home|town house|row ?house|manufactured|mobile|modular|cabin|bungalow|cottage|villa|patio home|farm|ranch|duet|tiny home|dwelling|brownstone|zero lot line|0 lot line|double ?wide|single ?wide|a frame)\b/,
  ],
  ['condo', /\b(?:high|mid|low) ?rise\b/],
];

const normalized = (word: string) =>
  word
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<=[a-z]{3})s\b(?<!ss)/g, '')
    .trim();

const known = new Map<string, PropertyType | null>();
/** Sources use few words. A source that writes a new one in each row must not fill the memory. */
const MAX_KNOWN = 10_000;

/** Maps a source's word to one of four types; null for others, such as `Vacant Land`. */
export function propertyTypeOf(word: string): PropertyType | null {
  const found = known.get(word);
  if (found !== undefined) return found;
  const words = normalized(word);
  const meaning = table.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
  if (known.size < MAX_KNOWN) known.set(word, meaning);
  return meaning;
}
