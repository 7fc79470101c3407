import { LRUCache } from 'lru-cache';
import { textOf } from './address.ts';
import { type ByKey, keysOfSide } from './closings-of.ts';
import { rowsByKey, type Service } from './query.ts';
import { keyFields, type ResoRow, sides } from './reso-fields.ts';

type Entry = { row: ResoRow | undefined };

/** Rows of a hundred bytes to a kilobyte: at most some 20 MB of one process. */
const MOST_ENTRIES = 20_000;
/** A change of an agent reaches the closings pulled after this time. */
const FRESH_MS = 3_600_000;

/** The members and offices that a process has read, of all its feeds. A row that the server lacks is remembered, too. */
export const directoryCache = () => new LRUCache<string, Entry>({ max: MOST_ENTRIES, ttl: FRESH_MS });
export type DirectoryCache = ReturnType<typeof directoryCache>;

export type Directory = { members: ByKey; offices: ByKey };

const unique = (keys: readonly string[]) => [...new Set(keys)].filter(key => key !== '');

/** Returns the members and offices of listings. Asks the server for those that the cache lacks, in groups. */
export async function directoryOf(
  service: Service,
  { cache, prefix }: { cache: DirectoryCache; prefix: string },
  listings: readonly ResoRow[],
): Promise<Directory> {
  async function find(resource: 'Member' | 'Office', keys: readonly string[]): Promise<Map<string, ResoRow>> {
    const nameOf = (key: string) => `${prefix}${resource}:${key}`;
    const found = new Map<string, ResoRow>();
    const missing = keys.filter(key => {
      const entry = cache.get(nameOf(key));
      if (entry?.row) found.set(key, entry.row);
      return entry === undefined;
    });
    for await (const group of rowsByKey(service, resource, missing)) {
      for (const key of group.keys) cache.set(nameOf(key), { row: undefined });
      for (const row of group.rows) {
        const key = textOf(row[keyFields[resource]]);
        cache.set(nameOf(key), { row });
        found.set(key, row);
      }
    }
    return found;
  }

  const keys = listings.flatMap(listing => sides.map(side => keysOfSide(listing, side)));
  const members = await find('Member', unique(keys.map(({ member }) => member)));
  const ofMembers = [...members.values()].map(({ OfficeKey }) => textOf(OfficeKey));
  const offices = await find('Office', unique([...keys.map(({ office }) => office), ...ofMembers]));
  return { members, offices };
}
