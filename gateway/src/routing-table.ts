import { api } from '@closingwire/contracts/api';
import { type PlainRoute, plainRoutes } from '@closingwire/contracts/plain-routes';
import type { RouteMeta } from '@closingwire/contracts/route';

/** One public route: where it goes and who may call it. `method` is `*` for a whole subtree. */
export type Route = RouteMeta & { method: string; path: string };

export type Match =
  | { kind: 'found'; route: Route }
  | { kind: 'wrong-method'; allowed: string[] }
  | { kind: 'unknown' };

type Node = { fixed: Map<string, Node>; parameter?: Node; subtree?: Route; routes: Map<string, Route> };

const newNode = (): Node => ({ fixed: new Map(), routes: new Map() });

/** Every route that the contracts declare for the outside; internal ones do not exist here. */
export function publicRoutes(): Route[] {
  const declared = Object.values(api).flatMap(routes =>
    Object.values(routes).map(({ '~orpc': { route, meta } }) => ({
      ...meta,
      method: route.method ?? 'POST',
      path: route.path ?? '',
    })),
  );
  const plain = Object.values<PlainRoute>(plainRoutes).map(route => ({
    ...route,
    method: route.path.endsWith('/*') ? '*' : route.method,
  }));
  return [...plain, ...declared].filter(route => route.access !== 'internal');
}

function insert(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.path.slice(1).split('/')) {
    if (segment === '*') {
      node.subtree = route;
      return;
    }
    if (segment.startsWith('{')) {
      node.parameter ??= newNode();
      node = node.parameter;
      continue;
    }
    const next = node.fixed.get(segment) ?? newNode();
    node.fixed.set(segment, next);
    node = next;
  }
  node.routes.set(route.method, route);
}

/** Finds the route of a request in one walk over the segments of its path; a fixed segment wins over a parameter. */
export function routingTable(routes: Route[]) {
  const root = newNode();
  for (const route of routes) insert(root, route);

  function find(
    node: Node,
    segments: string[],
    depth: number,
  ): { node: Node } | { subtree: Route } | undefined {
    if (depth === segments.length) return node.routes.size > 0 ? { node } : undefined;
    const segment = segments[depth] ?? '';
    const fixed = node.fixed.get(segment);
    const parameter = segment === '' ? undefined : node.parameter;
    const deeper =
      (fixed && find(fixed, segments, depth + 1)) ?? (parameter && find(parameter, segments, depth + 1));
    return deeper ?? (node.subtree && { subtree: node.subtree });
  }

  return (method: string, pathname: string): Match => {
    const found = find(root, pathname.slice(1).split('/'), 0);
    if (!found) return { kind: 'unknown' };
    if ('subtree' in found) return { kind: 'found', route: found.subtree };
    const { routes: byMethod } = found.node;
    const route = byMethod.get(method) ?? (method === 'HEAD' ? byMethod.get('GET') : undefined);
    return route ? { kind: 'found', route } : { kind: 'wrong-method', allowed: [...byMethod.keys()] };
  };
}
