/** A '?' elsewhere in a URL is percent-encoded. Hosts may be several, so `URL` cannot parse all of these. */
const withParameter = (url: string, name: string, value: string) =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/** The URL of a database, with the operator's CA as libpq names it; every connection is opened by this URL. */
export function databaseUrl({
  DATABASE_URL: url,
  POSTGRES_CA_FILE: caFile,
}: {
  DATABASE_URL: string;
  POSTGRES_CA_FILE?: string | undefined;
}): string {
  return caFile === undefined ? url : withParameter(url, 'sslrootcert', caFile);
}

/** The URL of the document store, with the operator's CA as MongoDB's drivers and tools name it. */
export function mongoUrl({
  MONGODB_URL: url,
  MONGODB_CA_FILE: caFile,
}: {
  MONGODB_URL: string;
  MONGODB_CA_FILE?: string | undefined;
}): string {
  return caFile === undefined ? url : withParameter(url, 'tlsCAFile', caFile);
}

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
