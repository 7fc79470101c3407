import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Log } from '@closingwire/chassis/log';
import {
  type AuditChange,
  CHANGES_HEADER,
  decodeChanges,
  isBearerAccepted,
  longestUserAgent,
  type RequestAction,
  requestAudited,
} from '@closingwire/contracts/audit';
import { NAMED_IDS_HEADER, namedIds } from '@closingwire/contracts/named-ids';
import type { Route } from '../routing-table.ts';
import { actionOf, isKnown, likenessOf, namedIn, type SeenRequest } from './rules.ts';
import type { AuditedRequest } from './trail.ts';

/** A service's report about a request, from its reply headers: IDs and changes. */
type ReplyRecord = { named: Record<string, string>; changes: AuditChange[] };

const replyRecord = Symbol('record for the audit log');
type RecordedResponse = ServerResponse & { [replyRecord]?: ReplyRecord };

/** Stores the report on the reply, for the audit entry that is made after the reply. */
export function recordReply(res: RecordedResponse, reply: IncomingHttpHeaders): void {
  const { [NAMED_IDS_HEADER]: ids, [CHANGES_HEADER]: changes } = reply;
  if (ids === undefined && changes === undefined) return;
  res[replyRecord] = {
    named: namedIds(Object.fromEntries(new URLSearchParams(String(ids ?? '')))),
    changes: decodeChanges(String(changes ?? '')),
  };
}

const recordOf = (res: RecordedResponse): ReplyRecord => res[replyRecord] ?? { named: {}, changes: [] };

type PublicRequest = { id: string; address: string; network: string; pathname: string };

/** The client left before the reply. */
const LEFT = 499;
const MINUTE_MS = 60_000;
/** The most distinct entries of strangers in a minute; further ones are dropped. */
const MOST_ALIKE = 50_000;

/** `cw_` and 256 random bits: a hash does not reveal them. */
const ourKey = /^cw_[\w-]{43}$/;

function involvedIn(caller: Caller, status: number): Pick<AuditedRequest, 'actorId' | 'caller' | 'keyHash'> {
  if (caller.kind === 'user') return { caller: 'user', actorId: caller.id, keyHash: null };
  if (caller.kind !== 'key') return { caller: caller.kind, actorId: null, keyHash: null };
  const keyHash = ourKey.test(caller.token) ? hash('sha256', caller.token) : null;
  return { caller: 'key', actorId: (isBearerAccepted(status) && caller.userId) || null, keyHash };
}

/** A user ID that was refused as a bearer counts as named by the request. */
function allNamedIn(seen: SeenRequest, recorded: Record<string, string>): Record<string, string> {
  const { caller, status } = seen;
  const claimed = caller.kind === 'key' && !isBearerAccepted(status) ? caller.userId : undefined;
  return { ...recorded, ...namedIn(seen), ...(claimed && { userId: claimed }) };
}

function entryOf(
  action: RequestAction,
  seen: SeenRequest,
  from: ReplyRecord & { id: string; userAgent: string },
) {
  const { route, caller, address, status } = seen;
  return requestAudited.data.safeParse({
    id: newId(),
    at: new Date().toISOString(),
    action,
    ...involvedIn(caller, status),
    route: route.name,
    named: allNamedIn(seen, from.named),
    changes: from.changes,
    status,
    ip: requestAudited.data.shape.ip.safeParse(address).data ?? '',
    userAgent: from.userAgent.slice(0, longestUserAgent),
    requestId: from.id,
  } satisfies AuditedRequest);
}

/** Returns true for the first of equal entries in a minute. Strangers cannot use up the room of known users. */
function oncePerMinute(now: () => number) {
  const kept = { known: new Set<string>(), strange: new Set<string>() };
  let minute = 0;
  return (likeness: string | undefined, isOfKnown: boolean): boolean => {
    if (likeness === undefined) return true;
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) for (const set of Object.values(kept)) set.clear();
    minute = current;
    const alike = isOfKnown ? kept.known : kept.strange;
    if (alike.has(likeness) || (!isOfKnown && alike.size >= MOST_ALIKE)) return false;
    alike.add(likeness);
    return true;
  };
}

type Needs = {
  trail: { add(entry: AuditedRequest): void };
  log: Pick<Log, 'error'>;
  now?: () => number;
};

/**
 * Records requests for the audit log after their reply. `watch` returns a function; call it with the caller once known. It
 * reads neither body nor query, and no header but the user agent.
 */
export function requestAudit({ trail, log, now = Date.now }: Needs) {
  const isNew = oncePerMinute(now);
  return {
    watch(req: IncomingMessage, res: ServerResponse, request: PublicRequest, route: Route) {
      let caller: Caller = { kind: 'nobody' };
      res.once('close', () => {
        const { pathname, address, network } = request;
        const status = res.headersSent ? res.statusCode : LEFT;
        const seen: SeenRequest = { route, pathname, caller, address, network, status };
        const action = actionOf(seen);
        if (!action || !isNew(likenessOf(action, seen), isKnown(seen))) return;
        const userAgent = req.headers['user-agent'] ?? '';
        const entry = entryOf(action, seen, { id: request.id, userAgent, ...recordOf(res) });
        if (entry.success) trail.add(entry.data as AuditedRequest);
        else
          log.error(
            { err: entry.error, requestId: request.id, action },
            'audit entry is invalid and dropped',
          );
      });
      return (known: Caller): void => {
        caller = known;
      };
    },
  };
}
export type RequestAudit = ReturnType<typeof requestAudit>;
