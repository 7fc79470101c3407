/** Returns a path of this site, or null for another origin (`//evil.example`, `/\evil`). */
export function localPath(candidate: string | null): string | null {
  if (!candidate?.startsWith('/') || /^\/[/\\]/.test(candidate) || /[\t\r\n]/.test(candidate)) return null;
  return candidate;
}
