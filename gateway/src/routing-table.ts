import { type DeclaredRoute, declaredRoutes } from '@closingwire/contracts/api';
import { addRoute, createRouter, findRoute } from 'rou3';

/** A public route. `method` is `*` for a subtree. */
export type Route = DeclaredRoute;

export type Match =
  | { kind: 'found'; route: Route }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'unknown' };

/** All routes of the contracts except internal ones. */
export const publicRoutes: readonly Route[] = declaredRoutes
  .filter(({ access }) => access !== 'internal')
  .map(route => (route.path.endsWith('/*') ? { ...route, method: '*' } : route));

/** The routes of a path by method, or one route for all paths under `prefix`. */
type Entry = { prefix?: string; byMethod: Map<string, Route> };

const patternOf = (path: string) => path.replace(/\/\*$/, '/**').replaceAll(/\{(\w+)\}/g, ':$1');

function entriesOf(routes: readonly Route[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const route of routes) {
    const anyName = route.path.replaceAll(/\{\w+\}/g, '{}');
    const entry: Entry = entries.get(anyName) ?? { byMethod: new Map() };
    if (route.method === '*') entry.prefix = route.path.slice(0, -1);
    entries.set(anyName, { ...entry, byMethod: entry.byMethod.set(route.method, route) });
  }
  return entries;
}

/**
 * Finds a request's route by the undecoded segments of its path; a fixed segment wins over a parameter. Unlike rou3 alone,
 * it refuses a trailing slash and empty segments.
 */
export function routingTable(routes: readonly Route[]) {
  const router = createRouter<Entry>();
  for (const entry of entriesOf(routes).values()) {
    const [route] = entry.byMethod.values();
    if (route) addRoute(router, '', patternOf(route.path), entry);
  }

  return (method: string, pathname: string): Match => {
    const entry = findRoute(router, '', pathname, { params: false })?.data;
    if (!entry) return { kind: 'unknown' };
    const { prefix, byMethod } = entry;
    const isWhole = prefix
      ? pathname.startsWith(prefix)
      : !pathname.endsWith('/') && !pathname.includes('//');
    if (!isWhole) return { kind: 'unknown' };
    const route =
      byMethod.get('*') ?? byMethod.get(method) ?? (method === 'HEAD' ? byMethod.get('GET') : undefined);
    return route ? { kind: 'found', route } : { kind: 'wrong-method', allowed: [...byMethod.keys()] };
  };
}
