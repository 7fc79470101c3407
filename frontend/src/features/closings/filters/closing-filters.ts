import type { DashboardFilters } from '@closingwire/contracts/leads';
import type { propertyTypes } from '@closingwire/contracts/reference';
import type { View } from '@closingwire/contracts/views';
import {
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';

export const propertyTypeLabels = {
  home: 'Home',
  condo: 'Condo',
  multi: 'Multi-family',
  commercial: 'Commercial',
} as const satisfies Record<(typeof propertyTypes)[number], string>;

/** Typed as a list of the keys, which `Object.keys` forgets. */
const types = Object.keys(propertyTypeLabels) as (typeof propertyTypes)[number][];

export const filterParsers = {
  zipCode: parseAsString,
  zips: parseAsArrayOf(parseAsString),
  /** A saved view by its name. */
  of: parseAsString,
  city: parseAsString,
  state: parseAsString,
  minPrice: parseAsInteger,
  maxPrice: parseAsInteger,
  propertyType: parseAsStringLiteral(types),
  fromDate: parseAsString,
  toDate: parseAsString,
  page: pageParser,
};

export type ClosingFilters = Omit<inferParserType<typeof filterParsers>, 'page'>;

/** Parses 250000, 250,000 or $250,000 as whole dollars; null if it is not a price. */
export function parsePrice(text: string): number | null {
  const digits = text.replace(/[$,\s]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

const isZip = (text: string) => /^\d{5}$/.test(text);

type ViewFilters = Pick<View, 'zips' | 'search' | 'side'>;

/** Returns only set, valid filters for the server; those of the saved view are its ZIPs, its search text and its side. */
export function toQuery(filters: ClosingFilters, view?: ViewFilters): DashboardFilters {
  const { zipCode, city, state, minPrice, maxPrice, propertyType, fromDate, toDate } = filters;
  const zips = (view?.zips ?? filters.zips ?? []).filter(isZip);
  return {
    ...(zipCode && isZip(zipCode) && { zipCode }),
    ...(zips.length > 0 && { zips: zips.join(',') }),
    ...(view?.search && { search: view.search }),
    ...(view?.side && { side: view.side }),
    ...(city?.trim() && { city: city.trim() }),
    ...(state && /^[A-Z]{2}$/.test(state) && { state }),
    ...(minPrice !== null && minPrice >= 0 && { minPrice }),
    ...(maxPrice !== null && maxPrice >= 0 && { maxPrice }),
    ...(propertyType && { propertyType }),
    ...(fromDate && isDay(fromDate) && { fromDate }),
    ...(toDate && isDay(toDate) && { toDate }),
  };
}

/** Counts a view as one filter. */
export const countFilters = (filters: ClosingFilters): number =>
  Object.keys(toQuery(filters)).length + (filters.of ? 1 : 0);
