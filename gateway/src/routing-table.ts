import { type DeclaredRoute, declaredRoutes } from '@closingwire/contracts/api';
import { addRoute, createRouter, findRoute } from 'rou3';

/** A route from outside: where it goes and who may call it. `method` is `*` for a whole subtree. */
export type Route = DeclaredRoute;

export type Match =
  | { kind: 'found'; route: Route }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'unknown' };

/** Every route that the contracts declare for the outside; internal ones do not exist here. */
export const publicRoutes: readonly Route[] = declaredRoutes
  .filter(({ access }) => access !== 'internal')
  .map(route => (route.path.endsWith('/*') ? { ...route, method: '*' } : route));

/** What the table holds for one path: a route by method, or one for all that lies under `prefix`. */
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
 * Finds the route of a request by the segments of its path as they are written; a fixed segment wins over a parameter.
 * rou3 routes in the services too. It takes no heed of a slash at the end and of empty segments: here they matter.
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
