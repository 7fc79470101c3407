/** Every page of the product by its path: the front end renders them, the gateway knows which addresses exist. */

/** Pages for everybody that search engines list; the sitemap has them. */
export const indexedPaths = [
  '/',
  '/register',
  '/auth',
  '/help',
  '/contact',
  '/privacy-policy',
  '/opt-out',
] as const;

/** Pages for everybody that nobody should come upon in a search. */
const unlistedPaths = ['/forgot-password', '/reset-password', '/opt-out/confirm', '/unsubscribe'] as const;

export const publicPaths = [...indexedPaths, ...unlistedPaths] as const;
export type PublicPath = (typeof publicPaths)[number];

/** Pages of the signed-in. */
export const memberPaths = [
  '/zips',
  '/catalog',
  '/dashboard',
  '/admin',
  '/agents/:zipCode',
  '/subscriptions',
  '/settings',
  '/subscribe',
] as const;
export type MemberPath = (typeof memberPaths)[number];

/**
 * Stands in built documents for the public address, which only the running product knows: the gateway puts its own
 * in the place.
 */
export const placeholderOrigin = 'https://public-address.invalid';

/** Stands in built documents for the price of a ZIP and month, such as '$15', which the configuration says. */
export const placeholderPrice = 'PRICE-OF-A-ZIP';
