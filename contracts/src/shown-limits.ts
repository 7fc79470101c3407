/* Limits that screens show. They are in a file without schemas, which would bring zod to the page. */

/** The requests of a feed to a server: the limits of MLS Grid, the narrowest that we found. */
export const feedLimits = { perSecond: 2, perHour: 7_200, perDay: 40_000 };

/** The most days before the creation of a feed from which its first pull takes closings. */
export const FIRST_PULL_DAYS = 90;

/** Agents found for one contact at most; an office's phone has hundreds. */
export const MOST_IDENTITIES = 50;

/** Days of a list, and of a query without dates: today and the days before it, by the calendar of the property's state. */
export const LIST_DAYS = 7;

/** The most ZIPs that one request checks. */
export const MAX_CHECKED_ZIPS = 5_000;

/** The most ZIPs whose figures one request reads. */
export const MOST_ZIPS_WITH_FIGURES = 200;

/** The most ZIPs of one order. */
export const MAX_ORDERED_ZIPS = 500;

/** The most ZIPs that the reply about a search of the catalog names. */
export const MOST_ZIPS_OF_AREA = 1_000;

/** The most ZIPs that a user waits for. */
export const MAX_ZIP_WAITS = 500;
