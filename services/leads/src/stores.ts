import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { databaseUrl, openPg, type Pg, type PgOptions } from '@closingwire/chassis/pg';
import { openStandby, type Reads, readsOn } from '@closingwire/chassis/standby';
import { type LeadsConfig, migrations } from './config.ts';
import { ownListSettings } from './own-lists/list-key.ts';

/** Files that one process reads at once. */
const EXPORTS_AT_ONCE = 6;

/** How long a list waits for the standby before the primary serves it. */
const STANDBY_REPLY_MS = 5_000;

export type Stores = {
  pg: Pg;
  /** Connections for files, on the primary. */
  exports: Pg;
  reads: Reads;
  exportReads: Reads;
  /** Parts to start after the primary's own. */
  parts: Part[];
};

/** Skips the start of a database part, which waits for the server and migrates; the pool connects with the first query. */
const later = (part: Part): Part => ({ ...part, start: async () => {} });

/** Opens the primary and, if one is configured, the standby. */
export function openStores(config: LeadsConfig, log: Log): Stores {
  const ownLists = ownListSettings(config.SERVICE_SECRET);
  const open = (url: string, suffix: string, options: Pick<PgOptions, 'settings' | 'replyTimeoutMs'>) => ({
    pg: openPg({
      url,
      name: `leads${suffix}`,
      max: 10,
      migrations,
      plansForAllValues: true,
      log,
      ...options,
      settings: { ...ownLists, ...options.settings },
    }),
    // A slow client of a file keeps its connection for minutes; lists must not wait for it.
    exports: openPg({
      url,
      name: `leads-export${suffix}`,
      max: EXPORTS_AT_ONCE,
      copies: true,
      migrations,
      settings: ownLists,
      log,
    }),
  });
  const { DATABASE_STANDBY_URL, STANDBY_BEHIND_MS: mostBehindMs } = config;
  const url = databaseUrl(config);
  const standbyUrl = DATABASE_STANDBY_URL && databaseUrl({ ...config, DATABASE_URL: DATABASE_STANDBY_URL });
  const notifying = standbyUrl ? { 'closingwire.has_standby': 'on' } : {};
  const primary = open(url, '', { settings: notifying });
  if (!standbyUrl) {
    const reads = { reads: readsOn(primary.pg), exportReads: readsOn(primary.exports) };
    return { ...primary, ...reads, parts: [later(primary.exports.part)] };
  }
  const behind = open(standbyUrl, '-standby', { replyTimeoutMs: STANDBY_REPLY_MS });
  const watched = { url: standbyUrl, primary: primary.pg, channel: 'reader_changed', mostBehindMs, log };
  const standby = openStandby(watched);
  return {
    ...primary,
    reads: readsOn(primary.pg, { pg: behind.pg, standby }),
    exportReads: readsOn(primary.exports, { pg: behind.exports, standby }),
    parts: [...[primary.exports, behind.pg, behind.exports].map(({ part }) => later(part)), standby.part],
  };
}
