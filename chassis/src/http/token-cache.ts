/** Remembers values until they expire; when full, forgets the one used longest ago. */
export function openTokenCache<T>(size: number, now: () => number = Date.now) {
  const entries = new Map<string, { value: T; expiresAt: number }>();
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.expiresAt <= now()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key: string, value: T, expiresAt: number): void {
      entries.delete(key);
      entries.set(key, { value, expiresAt });
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
  };
}
