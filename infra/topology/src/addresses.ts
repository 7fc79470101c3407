/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^([^:]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${database}`);
}
