/** The value of one cookie in a Cookie header. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (let start = 0; start < header.length; ) {
    const end = header.indexOf(';', start);
    const stop = end === -1 ? header.length : end;
    while (header[start] === ' ') start++;
    if (header.startsWith(name, start) && header[start + name.length] === '=') {
      return header.slice(start + name.length + 1, stop).trim() || undefined;
    }
    start = stop + 1;
  }
  return undefined;
}
