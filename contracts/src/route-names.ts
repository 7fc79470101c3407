import { api } from './api.ts';
import { plainRoutes } from './plain-routes.ts';

type Named = { name: string; method: string; path: string };

const declared: Named[] = Object.entries(api).flatMap(([service, routes]) =>
  Object.entries(routes).map(
    ([
      name,
      {
        '~orpc': { route },
      },
    ]) => ({
      name: `${service}.${name}`,
      method: route.method ?? 'POST',
      path: route.path ?? '',
    }),
  ),
);

const plain: Named[] = Object.entries(plainRoutes).map(([name, { service, method, path }]) => ({
  name: `${service}.${name}`,
  method: path.endsWith('/*') ? '*' : method,
  path,
}));

// Where two share a path they are one call in two formats, and go by the contract's name.
const all = [...plain, ...declared];
const names = new Map(all.map(({ method, path, name }) => [`${method} ${path}`, name]));

/** What the contracts call a route: `auth.setUserStatus`. `method` is `*` for a whole subtree. */
export const routeName = (method: string, path: string): string =>
  names.get(`${method} ${path}`) ?? 'unknown';
