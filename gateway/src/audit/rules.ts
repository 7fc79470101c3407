import type { Caller } from '@closingwire/chassis/identity';
import type { RequestAction } from '@closingwire/contracts/audit';
import { settingKey } from '@closingwire/contracts/content-api';
import { leadsApi } from '@closingwire/contracts/leads-api';
import type { Limit } from '@closingwire/contracts/route';
import type { Route } from '../routing-table.ts';
import { isWire } from '../wire-problem.ts';

/** A request with its reply, as far as the audit log looks at them. */
export type SeenRequest = { route: Route; pathname: string; caller: Caller; address: string; status: number };

const reading = new Set(['GET', 'HEAD']);
const watchedLimits = new Set<Limit>(['sign-in', 'recovery', 'export']);
const optOutPath = leadsApi.optOut['~orpc'].route.path;

/** A user who was known and yet refused; to those who are no admin, admin routes do not exist. */
function isDenied({ route, caller, status }: SeenRequest): boolean {
  if (caller.kind !== 'user') return false;
  return status === 401 || status === 403 || (status === 404 && route.access === 'admin' && !caller.isAdmin);
}

const isWatched = ({ limit, path }: Route) =>
  (limit !== undefined && watchedLimits.has(limit)) || isWire(path);

/** What the audit log says of a request; undefined when it says nothing. */
export function actionOf(seen: SeenRequest): RequestAction | undefined {
  const { route, caller, status } = seen;
  const isForPrograms = route.access === 'partner' || route.access === 'ingest';
  if (isForPrograms && caller.kind === 'key') return 'key-used';
  if (status === 429) return isWatched(route) ? 'request-limited' : undefined;
  if (isDenied(seen)) return 'request-denied';
  if (route.path === optOutPath) return 'opt-out-requested';
  if (caller.kind !== 'user') return undefined;
  if (route.access === 'admin' && !reading.has(route.method)) return 'admin-request';
  return route.limit === 'export' ? 'data-exported' : undefined;
}

/** Only a reply that the service gave for this very bearer proves who sent it. */
export const isProven = (status: number): boolean => status < 400 || status === 402;

/**
 * What makes two entries so alike that one a minute will do; undefined where each counts. Bearers that were refused
 * count by address: anybody can send as many as they like.
 */
export function likenessOf(action: RequestAction, seen: SeenRequest): string | undefined {
  const { route, caller, address, status } = seen;
  if (action === 'key-used' && caller.kind === 'key') {
    return isProven(status) ? `key ${caller.token}` : `refused key ${address} ${status}`;
  }
  if (action !== 'request-denied' && action !== 'request-limited') return undefined;
  const who = caller.kind === 'user' ? caller.id : address;
  return `${action} ${who} ${route.method} ${route.path} ${status}`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const settingKeys: readonly string[] = settingKey.options;

const isUuid = (value: string) => uuid.test(value);

/** Parameters that name a thing, in the one form that such names have; whatever else stands there may be a secret. */
const isName = new Map<string, (value: string) => boolean>([
  ['id', value => isUuid(value) || /^([0-9a-f]{24}|\d{5})$/.test(value)],
  ['userId', isUuid],
  ['flagId', isUuid],
  ['keyId', isUuid],
  ['sessionId', isUuid],
  ['batchId', isUuid],
  ['zip', value => /^\d{5}$/.test(value)],
  ['key', value => settingKeys.includes(value)],
]);

/** The ids that a path names, by parameter. */
export function namedIn({
  route,
  pathname,
}: Pick<SeenRequest, 'route' | 'pathname'>): Record<string, string> {
  const values = pathname.split('/');
  const named: Record<string, string> = {};
  for (const [at, segment] of route.path.split('/').entries()) {
    const [, parameter] = /^\{(\w+)\}$/.exec(segment) ?? [];
    const value = values[at] ?? '';
    if (parameter && isName.get(parameter)?.(value)) named[parameter] = value;
  }
  return named;
}
