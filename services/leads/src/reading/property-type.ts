import type { Property } from '@closingwire/contracts/lead';

type PropertyType = NonNullable<Property['type']>;

const words: Record<PropertyType, readonly string[]> = {
  home: [
    'home',
    'house',
    'single family',
    'single family home',
    'single family residence',
    'single family residential',
    'sfr',
    'residential',
    'detached',
    'townhouse',
    'townhome',
    'manufactured',
    'manufactured home',
    'mobile home',
    'farm',
  ],
  condo: ['condo', 'condominium', 'co op', 'coop', 'cooperative', 'apartment', 'apartment unit', 'loft'],
  multi: [
    'multi',
    'multi family',
    'multifamily',
    'duplex',
    'triplex',
    'fourplex',
    'quadplex',
    'apartment building',
    'residential income',
  ],
  commercial: [
    'commercial',
    'office',
    'retail',
    'industrial',
    'warehouse',
    'mixed use',
    'commercial sale',
    'business',
  ],
};

const typeOf = new Map(
  Object.entries(words).flatMap(([type, names]) => names.map(name => [name, type as PropertyType] as const)),
);

/** Maps a source's word to one of four types; null for others, such as `land`. */
export function propertyTypeOf(word: string): PropertyType | null {
  return (
    typeOf.get(word) ??
    typeOf.get(
      word
        .toLowerCase()
        .replace(/[\s_/-]+/g, ' ')
        .trim(),
    ) ??
    null
  );
}
