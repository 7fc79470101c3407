import { sql, type Tx } from '@closingwire/chassis/pg';
import type { SecretBox } from '@closingwire/chassis/secret-box';
import { FIRST_PULL_DAYS } from '@closingwire/contracts/shown-limits';
import type { sourcesApi } from '@closingwire/contracts/sources';
import type { z } from 'zod';

type Input = z.output<NonNullable<(typeof sourcesApi.saveFeed)['~orpc']['inputSchema']>>;

/** The settings of a feed as an admin enters them. */
export type FeedDraft = Omit<Input, 'sourceId'>;

const DAY_MS = 24 * 3_600_000;

/**
 * Stores the settings of a feed. Without a secret the stored one stays, if the way of authentication is the same;
 * returns false if there is none. Another address or originating system begins from the start.
 */
export function saveFeed(
  tx: Tx,
  { sourceId, draft, box, now }: { sourceId: number; draft: FeedDraft; box: SecretBox; now: Date },
): Promise<boolean> {
  const { url, auth, originatingSystem, everyMinutes, isPaused } = draft;
  const isClient = auth.kind === 'client';
  const secret = isClient ? auth.clientSecret : auth.token;
  const [tokenUrl, clientId] = isClient ? [auth.tokenUrl, auth.clientId] : [null, null];
  const sealed = secret === undefined ? null : box.seal(secret);
  const from = new Date(now.getTime() - FIRST_PULL_DAYS * DAY_MS);
  // A stored secret goes only to the host that it was entered for.
  return tx.returnsRow(
    sql`insert into feeds as f (source_id, url, auth, token_url, client_id, sealed_secret, originating_system,
       every_minutes, is_paused, pulls_from, watermark, compared_at, next_run_at)
     select ${sourceId}::smallint, ${url}::text, ${auth.kind}::text, ${tokenUrl}::text, ${clientId}::text,
       coalesce(${sealed}::text, (select o.sealed_secret from feeds o where o.source_id = ${sourceId}
         and o.auth = ${auth.kind} and o.url = ${url} and o.token_url is not distinct from ${tokenUrl}::text)),
       ${originatingSystem}::text, ${everyMinutes}::integer, ${isPaused}::boolean, ${from}::timestamptz,
       ${from}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
     where ${sealed}::text is not null or exists (select from feeds o where o.source_id = ${sourceId}
       and o.auth = ${auth.kind} and o.url = ${url} and o.token_url is not distinct from ${tokenUrl}::text)
     on conflict (source_id) do update
     set url = excluded.url, auth = excluded.auth, token_url = excluded.token_url, client_id = excluded.client_id,
       sealed_secret = excluded.sealed_secret, originating_system = excluded.originating_system,
       every_minutes = excluded.every_minutes, is_paused = excluded.is_paused, version = f.version + 1,
       is_stopped = false, failures = 0, fault_status = null, fault_message = null, fault_at = null,
       pulling_since = null, next_run_at = excluded.next_run_at,
       watermark = case when (f.url, f.originating_system) is distinct from (excluded.url, excluded.originating_system)
         then f.pulls_from else f.watermark end
     returning source_id`,
  );
}

/** Lets a feed pull now, also a stopped one. Returns false if there is none. */
export const restartFeed = (tx: Tx, sourceId: number, now: Date): Promise<boolean> =>
  tx.returnsRow(
    sql`update feeds set is_stopped = false, failures = 0, next_run_at = ${now} where source_id = ${sourceId}
     returning source_id`,
  );
