import { type Sql, sql } from '@closingwire/chassis/pg';
import type { Feed } from '@closingwire/contracts/sources';

/** The feed of a source `s` as JSON, null without one. Requests are those of whole minutes. */
export const FEED: Sql = sql`(select json_build_object(
    'url', f.url, 'originatingSystem', f.originating_system, 'everyMinutes', f.every_minutes,
    'isPaused', f.is_paused, 'isStopped', f.is_stopped, 'pullingSince', f.pulling_since,
    'auth', f.auth, 'tokenUrl', f.token_url, 'clientId', f.client_id, 'failures', f.failures,
    'status', f.fault_status, 'message', f.fault_message, 'faultAt', f.fault_at, 'watermark', f.watermark,
    'lastRunAt', f.last_run_at, 'lastSuccessAt', f.last_success_at, 'comparedAt', f.compared_at,
    'nextRunAt', f.next_run_at,
    'counts', json_build_object('listings', f.listings, 'rows', f.lead_rows, 'leftOut', f.left_out,
      'retracted', f.retracted),
    'lastHour', (select coalesce(sum(requests), 0) from feed_requests r
      where r.source_id = f.source_id and r.minute > now() - interval '1 hour'),
    'lastDay', (select coalesce(sum(requests), 0) from feed_requests r
      where r.source_id = f.source_id and r.minute > now() - interval '1 day'))
  from feeds f where f.source_id = s.id)`;

export type FeedJson = Pick<Feed, 'url' | 'originatingSystem' | 'everyMinutes' | 'isPaused' | 'counts'> & {
  isStopped: boolean;
  pullingSince: string | null;
  auth: 'client' | 'token';
  tokenUrl: string | null;
  clientId: string | null;
  failures: number;
  status: number | null;
  message: string | null;
  faultAt: string | null;
  watermark: string;
  lastRunAt: string | null;
  lastSuccessAt: string | null;
  comparedAt: string;
  nextRunAt: string;
  lastHour: number;
  lastDay: number;
};

const instant = <T extends string | null>(text: T) =>
  (text === null ? null : new Date(text).toISOString()) as T extends string ? string : T;

function stateOf({ isPaused, isStopped, pullingSince, failures }: FeedJson, isValid: boolean): Feed['state'] {
  if (!isValid) return 'expired';
  if (isPaused) return 'paused';
  if (isStopped) return 'stopped';
  if (pullingSince !== null) return 'pulling';
  return failures > 0 ? 'failing' : 'waiting';
}

/** Returns a feed for admins, without its secret. `isValid`: the license of its source has not ended. */
export function toFeed(json: FeedJson, isValid: boolean): Feed {
  const { url, originatingSystem, everyMinutes, isPaused, counts, auth, tokenUrl, clientId } = json;
  const { status, message, faultAt } = json;
  const state = stateOf(json, isValid);
  const isPlanned = ['waiting', 'pulling', 'failing'].includes(state);
  return {
    url,
    originatingSystem,
    everyMinutes,
    isPaused,
    counts,
    auth:
      auth === 'token' ? { kind: auth } : { kind: auth, tokenUrl: tokenUrl ?? '', clientId: clientId ?? '' },
    state,
    fault: message === null ? null : { status, message, at: instant(faultAt ?? json.watermark) },
    watermark: instant(json.watermark),
    lastRunAt: instant(json.lastRunAt),
    lastSuccessAt: instant(json.lastSuccessAt),
    lastComparedAt: instant(json.comparedAt),
    nextRunAt: isPlanned ? instant(json.nextRunAt) : null,
    requests: { lastHour: json.lastHour, lastDay: json.lastDay },
  };
}
