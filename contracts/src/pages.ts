type Page = {
  /** Search engines list `indexed` pages and are told not to list `unlisted` ones. Visitors can open both. */
  audience: 'indexed' | 'unlisted' | 'member' | 'admin';
  /** The part that the build prerenders: the whole page, or only its head if the content depends on the URL. */
  prerendered?: 'whole' | 'head';
};

const tableOf = <Path extends `/${string}`>(table: Readonly<Record<Path, Page>>) => table;

/**
 * All pages by path: the source of the front end's router, prerendering, the sitemap, the gateway's known addresses
 * and the measurements of public pages.
 */
export const pages = tableOf({
  '/': { audience: 'indexed', prerendered: 'whole' },
  '/register': { audience: 'indexed', prerendered: 'whole' },
  '/auth': { audience: 'indexed', prerendered: 'whole' },
  '/help': { audience: 'indexed', prerendered: 'whole' },
  '/contact': { audience: 'indexed', prerendered: 'whole' },
  '/privacy-policy': { audience: 'indexed', prerendered: 'whole' },
  '/terms': { audience: 'indexed', prerendered: 'whole' },
  '/opt-out': { audience: 'indexed', prerendered: 'whole' },
  '/forgot-password': { audience: 'unlisted', prerendered: 'whole' },
  '/reset-password': { audience: 'unlisted', prerendered: 'head' },
  '/confirm': { audience: 'unlisted', prerendered: 'head' },
  '/opt-out/confirm': { audience: 'unlisted', prerendered: 'head' },
  '/unsubscribe': { audience: 'unlisted', prerendered: 'head' },
  '/zips': { audience: 'member' },
  // The earlier address of /zips.
  '/catalog': { audience: 'member' },
  '/dashboard': { audience: 'member' },
  '/agents/:zipCode': { audience: 'member' },
  '/agent/:agentId': { audience: 'member' },
  '/subscriptions': { audience: 'member' },
  '/settings': { audience: 'member' },
  '/subscribe': { audience: 'member' },
  '/admin': { audience: 'admin' },
  '/admin/operations': { audience: 'admin' },
  '/admin/users/:userId': { audience: 'admin' },
});

export type PagePath = keyof typeof pages;
export const pagePaths = Object.keys(pages) as PagePath[];

/** Formats of path parameters. An address with any other value is not a page. */
const parameterForms: Record<string, string> = {
  zipCode: '\\d{5}',
  agentId: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  userId: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
};

/** Matches a page's addresses, with or without a final slash. */
export const pagePattern = (path: PagePath): RegExp =>
  new RegExp(
    `^${path.replaceAll(/:(\w+)/g, (_, name: string) => parameterForms[name] ?? '[^/]+')}${path === '/' ? '' : '/?'}$`,
  );

const pathsFor = (...audiences: Page['audience'][]) =>
  pagePaths.filter(path => audiences.includes(pages[path].audience));

/** Pages in the sitemap. */
export const indexedPaths = pathsFor('indexed');
/** Pages for visitors, listed or not. */
export const publicPaths = pathsFor('indexed', 'unlisted');
/** Pages for signed-in users, including admins. */
export const memberPaths = pathsFor('member', 'admin');
/** Pages with their own document. The others start from the shell. */
export const prerenderedPaths = pagePaths.filter(path => pages[path].prerendered);

/** Returns whether search engines may list the page at this path. */
export const isIndexed = (path: string): boolean => indexedPaths.some(indexed => indexed === path);

/**
 * In prerendered documents, this stands for the public address. The gateway replaces it, because only the running
 * product knows the address.
 */
export const placeholderOrigin = 'https://public-address.invalid';

/** In prerendered documents, this stands for the monthly price of a ZIP, such as '$15', which is a setting. */
export const placeholderPrice = 'PRICE-OF-A-ZIP';
