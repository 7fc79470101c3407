import { z } from 'zod';
import { day, optionalNumberQuery, optionalQuery, stateCode, usd } from './primitive.ts';
import { LIST_DAYS } from './shown-limits.ts';

/* Filters that the dashboard and the partner API share. */

export const withoutDates = `by default of the last ${LIST_DAYS} days, today included`;

export const locationFilters = {
  city: z.string().trim().max(100).optional().describe("Part of the property's city, in upper or lower case"),
  state: optionalQuery(stateCode).describe('State of the property, such as CA'),
};

export const priceFilters = {
  minPrice: optionalNumberQuery(usd).describe('Lowest price in USD; leaves out undisclosed prices'),
  maxPrice: optionalNumberQuery(usd).describe('Highest price in USD; leaves out undisclosed prices'),
};

export const firstDay = optionalQuery(day).describe(
  `First day of sale; without both dates, ${LIST_DAYS - 1} days ago, by the calendar of the property's state`,
);
export const lastDay = optionalQuery(day).describe('Last day of sale');
