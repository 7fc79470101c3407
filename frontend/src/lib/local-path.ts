/** A path of this site, or null: an address elsewhere (`//evil.example`, `/\evil`) is never followed. */
export function localPath(candidate: string | null): string | null {
  if (!candidate?.startsWith('/') || /^\/[/\\]/.test(candidate) || /[\t\r\n]/.test(candidate)) return null;
  return candidate;
}
