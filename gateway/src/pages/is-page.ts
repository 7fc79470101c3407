import { pagePaths } from '@closingwire/contracts/pages';

const patterns = pagePaths.map(
  path => new RegExp(`^${path.replace(':zipCode', '\\d{5}')}${path === '/' ? '' : '/?'}$`),
);

/** Whether there is a page at this address; anything else is a 404. */
export const isPage = (pathname: string): boolean => patterns.some(pattern => pattern.test(pathname));
