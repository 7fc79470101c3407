const ORIGIN = 'http://own.invalid';

/**
 * The path of this site that `next` names, or `fallback` when it is none: another origin, a scheme of its
 * own, or anything a browser would read as one (`//host`, `/\host`, tabs and line ends inside).
 */
export function nextPath(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || !next.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return fallback;
  const url = URL.parse(next, ORIGIN);
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}
