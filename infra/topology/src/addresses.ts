/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^([^:]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${database}`);
}
