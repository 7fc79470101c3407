import { api } from '@closingwire/contracts/api';
import type { Plugin } from 'vite';

const MODULE = 'virtual:contract-routes';

type Route = { '~orpc': { route: { method?: string; path?: string } } };
type Router = { [name: string]: Route | Router };

const isRoute = (node: Route | Router): node is Route => '~orpc' in node;

/** Methods and paths alone: the client needs no schemas, and zod would outweigh the landing page. */
function methodsAndPaths(router: Router): Router {
  const entries = Object.entries(router).flatMap(([name, node]): [string, Route | Router][] => {
    if (!isRoute(node)) return [[name, methodsAndPaths(node)]];
    const { method, path } = node['~orpc'].route;
    if (path?.startsWith('/internal')) return [];
    return [[name, { '~orpc': { route: { ...(method && { method }), ...(path && { path }) } } }]];
  });
  return Object.fromEntries(entries);
}

/** Serves the contract without its schemas as `virtual:contract-routes`. */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    resolveId: id => (id === MODULE ? `\0${MODULE}` : null),
    load: id =>
      id === `\0${MODULE}`
        ? `export default ${JSON.stringify(methodsAndPaths(api as unknown as Router))}`
        : null,
  };
}
