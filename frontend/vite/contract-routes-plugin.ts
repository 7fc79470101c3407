import { agentPageApi } from '@closingwire/contracts/agent-page';
import { billingApi } from '@closingwire/contracts/billing';
import { catalogApi } from '@closingwire/contracts/catalog';
import { digestApi } from '@closingwire/contracts/digest';
import { exportsApi, ownListsApi } from '@closingwire/contracts/exports';
import { screenApi } from '@closingwire/contracts/screen-api';
import { todayApi } from '@closingwire/contracts/today';
import { viewsApi } from '@closingwire/contracts/views';
import { zipFiguresApi } from '@closingwire/contracts/zip-figures';
import { zipWaitsApi } from '@closingwire/contracts/zip-waits';
import type { AnyContractProcedure } from '@orpc/contract';
import type { Plugin } from 'vite';
import { audienceOf, mapCalls, shapesOf } from './reply-shapes.ts';
import { virtualModule } from './virtual-module.ts';

/**
 * Only methods and paths: the client needs no schemas, and zod is larger than the landing page. JSON leaves out routes
 * that no browser calls, and those of the other audience.
 */
const withoutSchemas =
  (isAdmin: boolean) =>
  (call: AnyContractProcedure): [string | undefined, string | undefined] | undefined => {
    const audience = audienceOf(call);
    if (audience === null || (audience === 'admins') !== isAdmin) return undefined;
    const { method, path } = call['~orpc'].route;
    return [method, path];
  };

const { findArea, checkZips, listOwnClaims } = catalogApi;

/** Only our own servers have these calls: that a reply is an object tells it from a proxy's page. */
const ownCalls: Record<string, object> = {
  leads: {
    ...todayApi,
    ...agentPageApi,
    ...viewsApi,
    ...exportsApi,
    ...ownListsApi,
    ...digestApi,
    ...zipFiguresApi,
  },
  billing: { overview: billingApi.overview },
  catalog: { findArea, checkZips, listOwnClaims, ...zipWaitsApi },
};

function memberShapes() {
  const services = Object.entries(shapesOf(screenApi, 'members')).map(([service, shapes]) => {
    const own = ownCalls[service] ?? {};
    const short = Object.entries(shapes).map(([name, shape]) => [name, name in own && shape ? {} : shape]);
    return [service, Object.fromEntries(short)];
  });
  return Object.fromEntries(services);
}

/** A call in the form that the client reads. Written out for each call, it would cost every page half a kilobyte. */
const CALL =
  "const call = (path, method = 'GET') => ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path: '/api/' + path } } })";

/** Writes a route as JSON as its `call`. */
const written = (routes: string): string =>
  routes.replace(/\["(\w+)","\/api\/([^"]*)"\]/g, (_, method, path) =>
    method === 'GET' ? `call("${path}")` : `call("${path}","${method}")`,
  );

/** A module with the calls of admins or of all others, and the shapes of their replies. */
const callsModule = (isAdmin: boolean): string => {
  const routes = JSON.stringify(mapCalls(screenApi, withoutSchemas(isAdmin)));
  const shapes = JSON.stringify(shapesOf(screenApi, isAdmin ? 'admins' : 'visitors'));
  return [CALL, `export default ${written(routes)}`, `export const shapes = ${shapes}`].join('\n');
};

/**
 * Provides the contract without its schemas as `virtual:contract-routes`. The calls of admins and the shapes of replies
 * to members are apart, in `virtual:admin-calls` and `virtual:member-shapes`, which others need not load.
 */
export function contractRoutes(): Plugin[] {
  return [
    virtualModule('contract-routes', callsModule(false)),
    virtualModule('member-shapes', `export default ${JSON.stringify(memberShapes())}`),
    virtualModule('admin-calls', callsModule(true)),
  ];
}
