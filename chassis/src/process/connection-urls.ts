/** Returns the URL with one more parameter. `URL` cannot parse several hosts. A '?' elsewhere is percent-encoded. */
export const withParameter = (url: string, name: string, value: string) =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

const hasParameter = (url: string, name: string) => new RegExp(`[?&]${name}=`).test(url);

/**
 * Returns the URL for node-postgres, with `sslmode` as in libpq: without `uselibpqcompat`, `require` would check the
 * certificate and warn. libpq's `sslrootcert=system` becomes the CAs that Node trusts.
 */
export function nodePostgresUrl(url: string): string {
  const own = url.replace(/([?&])sslrootcert=system(&|$)/, (_all, before, after) => (after ? before : ''));
  const isReady = !hasParameter(own, 'sslmode') || hasParameter(own, 'uselibpqcompat');
  return isReady ? own : withParameter(own, 'uselibpqcompat', 'true');
}
