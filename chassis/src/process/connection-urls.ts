/** The URL with one more parameter. Its hosts may be several, which `URL` cannot parse; a '?' elsewhere is percent-encoded. */
export const withParameter = (url: string, name: string, value: string) =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

const hasParameter = (url: string, name: string) => new RegExp(`[?&]${name}=`).test(url);

/**
 * The URL for node-postgres, whose `sslmode` otherwise differs from libpq's: without this parameter `require` would
 * check the certificate, and warn. libpq's `sslrootcert=system` means the CAs that Node trusts.
 */
export function nodePostgresUrl(url: string): string {
  const own = url.replace(/([?&])sslrootcert=system(&|$)/, (_all, before, after) => (after ? before : ''));
  const isReady = !hasParameter(own, 'sslmode') || hasParameter(own, 'uselibpqcompat');
  return isReady ? own : withParameter(own, 'uselibpqcompat', 'true');
}
