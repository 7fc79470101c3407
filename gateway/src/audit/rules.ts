import type { Caller } from '@closingwire/chassis/identity';
import { isBearerAccepted, type RequestAction } from '@closingwire/contracts/audit';
import { leadsApi } from '@closingwire/contracts/leads';
import { namedIds } from '@closingwire/contracts/named-ids';
import type { Limit } from '@closingwire/contracts/route';
import { isWire } from '../problems.ts';
import type { Route } from '../routing-table.ts';

/** The facts of a request and its reply that the audit log uses. */
export type SeenRequest = {
  route: Route;
  pathname: string;
  caller: Caller;
  address: string;
  /** The client's network; the audit log counts all its addresses as one client. */
  network: string;
  status: number;
};

const reading = new Set(['GET', 'HEAD']);
const watchedLimits = new Set<Limit>(['sign-in', 'recovery', 'export']);
/** Opt-outs by agents, who have no account. */
const optOutActions = new Map<string | undefined, RequestAction>([
  [leadsApi.optOut['~orpc'].route.path, 'opt-out-requested'],
  [leadsApi.confirmOptOut['~orpc'].route.path, 'opt-out-confirmed'],
]);

/** Whom a user leaves out of their lists. An admin must be able to explain a missing agent. */
const ownListRoutes: ReadonlySet<string> = new Set(['leads.uploadOwnList', 'leads.removeOwnList']);

/** Returns true if a known user was refused; admin routes answer 404 to others. */
function isDenied({ route, caller, status }: SeenRequest): boolean {
  if (caller.kind !== 'user') return false;
  return status === 401 || status === 403 || (status === 404 && route.access === 'admin' && !caller.isAdmin);
}

const isWatched = ({ limit, path }: Route) =>
  (limit !== undefined && watchedLimits.has(limit)) || isWire(path);

/** Returns the action to record; undefined for none. */
export function actionOf(seen: SeenRequest): RequestAction | undefined {
  const { route, caller, status } = seen;
  const isForPrograms = route.access === 'partner' || route.access === 'ingest';
  if (isForPrograms && caller.kind === 'key') return 'key-used';
  if (status === 429) return isWatched(route) ? 'request-limited' : undefined;
  if (isDenied(seen)) return 'request-denied';
  const optOutAction = optOutActions.get(route.path);
  if (optOutAction) return optOutAction;
  if (caller.kind !== 'user') return undefined;
  if (route.access === 'admin' && !reading.has(route.method)) return 'admin-request';
  if (ownListRoutes.has(route.name)) return 'own-list-changed';
  return route.limit === 'export' ? 'data-exported' : undefined;
}

/** Returns true if the caller is proved: strangers cannot cause such entries. */
export const isKnown = ({ caller, status }: SeenRequest): boolean =>
  caller.kind === 'user' || (caller.kind === 'key' && isBearerAccepted(status));

/**
 * Returns a key by which equal entries are recorded once a minute; undefined if each counts. Refused bearers count by
 * network, because strangers can send any number of them.
 */
export function likenessOf(action: RequestAction, seen: SeenRequest): string | undefined {
  const { route, caller, network, status } = seen;
  if (action === 'key-used' && caller.kind === 'key') {
    return isBearerAccepted(status) ? `key ${caller.token}` : `refused key ${network} ${status}`;
  }
  const isOptOutRefused = optOutActions.has(route.path) && status >= 400;
  if (action !== 'request-denied' && action !== 'request-limited' && !isOptOutRefused) return undefined;
  const who = caller.kind === 'user' ? caller.id : network;
  return `${action} ${who} ${route.method} ${route.path} ${status}`;
}

/** Returns the IDs in a path, by parameter. */
export function namedIn({
  route,
  pathname,
}: Pick<SeenRequest, 'route' | 'pathname'>): Record<string, string> {
  const values = pathname.split('/');
  const parameters = route.path
    .split('/')
    .map((segment, at) => [/^\{(\w+)\}$/.exec(segment)?.[1] ?? '', values[at]]);
  return namedIds(Object.fromEntries(parameters));
}
