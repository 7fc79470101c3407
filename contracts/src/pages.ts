type Page = {
  /** Whom it is for. Search engines list the `indexed` pages for everybody, and are asked not to list the `unlisted`. */
  audience: 'indexed' | 'unlisted' | 'member' | 'admin';
  /** What of it the build renders: all, or its head where what it shows stands in the rest of its address. */
  prerendered?: 'whole' | 'head';
};

const tableOf = <Path extends `/${string}`>(table: Readonly<Record<Path, Page>>) => table;

/**
 * Every page of the product by its path. The front end's router and prerendering, the sitemap, the addresses that the
 * gateway knows, and what is measured of public pages derive from it.
 */
export const pages = tableOf({
  '/': { audience: 'indexed', prerendered: 'whole' },
  '/register': { audience: 'indexed', prerendered: 'whole' },
  '/auth': { audience: 'indexed', prerendered: 'whole' },
  '/help': { audience: 'indexed', prerendered: 'whole' },
  '/contact': { audience: 'indexed', prerendered: 'whole' },
  '/privacy-policy': { audience: 'indexed', prerendered: 'whole' },
  '/opt-out': { audience: 'indexed', prerendered: 'whole' },
  '/forgot-password': { audience: 'unlisted', prerendered: 'whole' },
  '/reset-password': { audience: 'unlisted', prerendered: 'head' },
  '/confirm': { audience: 'unlisted', prerendered: 'head' },
  '/opt-out/confirm': { audience: 'unlisted', prerendered: 'head' },
  '/unsubscribe': { audience: 'unlisted', prerendered: 'head' },
  '/zips': { audience: 'member' },
  // An earlier address of /zips.
  '/catalog': { audience: 'member' },
  '/dashboard': { audience: 'member' },
  '/agents/:zipCode': { audience: 'member' },
  '/subscriptions': { audience: 'member' },
  '/settings': { audience: 'member' },
  '/subscribe': { audience: 'member' },
  '/admin': { audience: 'admin' },
  '/admin/operations': { audience: 'admin' },
});

export type PagePath = keyof typeof pages;
export const pagePaths = Object.keys(pages) as PagePath[];

/** What a parameter in a path may be; an address with anything else names no page. */
const parameterForms: Record<string, string> = { zipCode: '\\d{5}' };

/** Matches the addresses of a page, with or without a slash at the end. */
export const pagePattern = (path: PagePath): RegExp =>
  new RegExp(
    `^${path.replaceAll(/:(\w+)/g, (_, name: string) => parameterForms[name] ?? '[^/]+')}${path === '/' ? '' : '/?'}$`,
  );

const pathsFor = (...audiences: Page['audience'][]) =>
  pagePaths.filter(path => audiences.includes(pages[path].audience));

/** Pages for everybody that search engines list; the sitemap has them. */
export const indexedPaths = pathsFor('indexed');
/** Pages for everybody, listed or not. */
export const publicPaths = pathsFor('indexed', 'unlisted');
/** Pages of the signed-in, admins among them. */
export const memberPaths = pathsFor('member', 'admin');
/** Pages with a document of their own; all others start from the shell. */
export const prerenderedPaths = pagePaths.filter(path => pages[path].prerendered);

/** Whether search engines may list what stands at a path. */
export const isIndexed = (path: string): boolean => indexedPaths.some(indexed => indexed === path);

/**
 * Stands in built documents for the public address, which only the running product knows: the gateway puts its own
 * in the place.
 */
export const placeholderOrigin = 'https://public-address.invalid';

/** Stands in built documents for the price of a ZIP and month, such as '$15', which the configuration sets. */
export const placeholderPrice = 'PRICE-OF-A-ZIP';
