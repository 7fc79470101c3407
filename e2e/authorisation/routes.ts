import { api } from '@closingwire/contracts/api';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { Access, ServiceName } from '@closingwire/contracts/route';

type Api = typeof api;

/** 'billing.subscribe', 'plain.ingestLeads'. */
export type RouteName =
  | { [S in keyof Api]: `${S}.${Extract<keyof Api[S], string>}` }[keyof Api]
  | `plain.${keyof typeof plainRoutes}`;

export type DeclaredRoute = {
  name: RouteName;
  service: ServiceName;
  access: Access;
  method: string;
  path: string;
};

/** Every route that the contracts declare. */
export const declaredRoutes: readonly DeclaredRoute[] = [
  ...Object.entries(api).flatMap(([service, routes]) =>
    Object.entries(routes).map(
      ([
        name,
        {
          '~orpc': { route, meta },
        },
      ]) => ({
        name: `${service}.${name}` as RouteName,
        service: meta.service,
        access: meta.access,
        method: route.method ?? 'POST',
        path: route.path ?? '',
      }),
    ),
  ),
  ...Object.entries(plainRoutes).map(([name, { service, access, method, path }]) => ({
    name: `plain.${name}` as RouteName,
    service,
    access,
    method,
    path,
  })),
];
