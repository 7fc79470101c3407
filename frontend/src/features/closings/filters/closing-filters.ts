import type { DashboardFilters } from '@closingwire/contracts/leads';
import { propertyTypes } from '@closingwire/contracts/reference';
import { type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';

export const propertyTypeLabels = {
  home: 'Home',
  condo: 'Condo',
  multi: 'Multi-family',
  commercial: 'Commercial',
} as const satisfies Record<(typeof propertyTypes)[number], string>;

export const filterParsers = {
  zipCode: parseAsString,
  city: parseAsString,
  state: parseAsString,
  minPrice: parseAsInteger,
  maxPrice: parseAsInteger,
  propertyType: parseAsStringLiteral(propertyTypes),
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

/** Returns only set, valid filters for the server. */
export function toQuery(filters: ClosingFilters): DashboardFilters {
  const { zipCode, city, state, minPrice, maxPrice, propertyType, fromDate, toDate } = filters;
  return {
    ...(zipCode && /^\d{5}$/.test(zipCode) && { zipCode }),
    ...(city?.trim() && { city: city.trim() }),
    ...(state && /^[A-Z]{2}$/.test(state) && { state }),
    ...(minPrice !== null && minPrice >= 0 && { minPrice }),
    ...(maxPrice !== null && maxPrice >= 0 && { maxPrice }),
    ...(propertyType && { propertyType }),
    ...(fromDate && isDay(fromDate) && { fromDate }),
    ...(toDate && isDay(toDate) && { toDate }),
  };
}

export const countFilters = (filters: ClosingFilters): number => Object.keys(toQuery(filters)).length;
