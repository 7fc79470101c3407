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

/** What a service reports of a request in headers: the ids that it named, and what it changed. */
type ReplyRecord = { named: Record<string, string>; changes: AuditChange[] };

const replyRecord = Symbol('record for the audit log');
type RecordedResponse = ServerResponse & { [replyRecord]?: ReplyRecord };

/** Records it on the reply, for the entry that is written when that is out. */
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

/** The client left before there was a reply. */
const LEFT = 499;
const MINUTE_MS = 60_000;
/** Of likenesses of strangers in one minute; past it nothing new of theirs is kept until the next. */
const MOST_ALIKE = 50_000;

/** `cw_` and 256 random bits: nobody guesses these from their hash. */
const ourKey = /^cw_[\w-]{43}$/;

function involvedIn(caller: Caller, status: number): Pick<AuditedRequest, 'actorId' | 'caller' | 'keyHash'> {
  if (caller.kind === 'user') return { caller: 'user', actorId: caller.id, keyHash: null };
  if (caller.kind !== 'key') return { caller: caller.kind, actorId: null, keyHash: null };
  const keyHash = ourKey.test(caller.token) ? hash('sha256', caller.token) : null;
  return { caller: 'key', actorId: (isBearerAccepted(status) && caller.userId) || null, keyHash };
}

/** The user id that came as a bearer and proved nothing is what the request was about. */
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

/** Lets through the first of those that are alike in each minute; strangers cannot use up what is kept of others. */
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
 * Watches requests for the audit log: `watch` looks at one when its reply is out, and returns what is to be called
 * with its caller, once known. Nothing of the body, the query or a header but the user agent is looked at here.
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
        else log.error({ err: entry.error, requestId: request.id, action }, 'no entry for the audit log');
      });
      return (known: Caller): void => {
        caller = known;
      };
    },
  };
}
export type RequestAudit = ReturnType<typeof requestAudit>;
