import { screenApi } from '@closingwire/contracts/screen-api';
import type { Plugin } from 'vite';
import { shapesOf } from './reply-shapes.ts';

const MODULE = 'virtual:contract-routes';

type Procedure = { '~orpc': { route: { method?: string; path?: string } } };
type Router = { [name: string]: Procedure | Router };

const isProcedure = (node: Procedure | Router): node is Procedure => '~orpc' in node;

/** Only methods and paths: the client needs no schemas, and zod is larger than the landing page. */
function methodsAndPaths(router: Router): object {
  const entries = Object.entries(router).flatMap(([name, node]) => {
    if (!isProcedure(node)) return [[name, methodsAndPaths(node)]];
    const { method, path } = node['~orpc'].route;
    if (path?.startsWith('/internal')) return [];
    return [[name, { '~orpc': { errorMap: {}, meta: {}, route: { method, path } } }]];
  });
  return Object.fromEntries(entries);
}

/** Provides the contract without its schemas as `virtual:contract-routes`. */
export function contractRoutes(): Plugin {
  const routes = JSON.stringify(methodsAndPaths(screenApi as unknown as Router));
  const source = `export default ${routes}\nexport const shapes = ${JSON.stringify(shapesOf(screenApi))}`;
  return {
    name: 'contract-routes',
    resolveId: id => (id === MODULE ? `\0${MODULE}` : null),
    load: id => (id === `\0${MODULE}` ? source : null),
  };
}
