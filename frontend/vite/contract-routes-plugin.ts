import { agentPageApi } from '@closingwire/contracts/agent-page';
import { digestApi } from '@closingwire/contracts/digest';
import { exportsApi, ownListsApi } from '@closingwire/contracts/exports';
import { screenApi } from '@closingwire/contracts/screen-api';
import { todayApi } from '@closingwire/contracts/today';
import { viewsApi } from '@closingwire/contracts/views';
import { zipFiguresApi } from '@closingwire/contracts/zip-figures';
import type { AnyContractProcedure } from '@orpc/contract';
import type { Plugin } from 'vite';
import { mapCalls, shapesOf } from './reply-shapes.ts';
import { virtualModule } from './virtual-module.ts';

/** Callers that are no browsers. */
const programs: ReadonlySet<unknown> = new Set(['internal', 'ingest']);

/**
 * Only methods and paths: the client needs no schemas, and zod is larger than the landing page. JSON leaves out routes
 * that no browser calls.
 */
function withoutSchemas(call: AnyContractProcedure): [string | undefined, string | undefined] | undefined {
  if (programs.has(call['~orpc'].meta.access)) return undefined;
  const { method, path } = call['~orpc'].route;
  return [method, path];
}

/** Only our own servers have these calls: that a reply is an object tells it from a proxy's page. */
const ownCalls: Record<string, object> = {
  ...todayApi,
  ...agentPageApi,
  ...viewsApi,
  ...exportsApi,
  ...ownListsApi,
  ...digestApi,
  ...zipFiguresApi,
};

function memberShapes() {
  const { leads, ...others } = shapesOf(screenApi, 'members');
  const names = Object.entries(leads ?? {}).map(([name, shape]) => [
    name,
    name in ownCalls && shape ? {} : shape,
  ]);
  return { ...others, leads: Object.fromEntries(names) };
}

/** A call in the form that the client reads. Written out for each call, it would cost every page half a kilobyte. */
const CALL =
  "const call = (method, path) => ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path } } })";

/**
 * Provides the contract without its schemas as `virtual:contract-routes`. The shapes of replies to members and to admins
 * are apart, in `virtual:member-shapes` and `virtual:admin-shapes`, which others need not load.
 */
export function contractRoutes(): Plugin[] {
  const routes = JSON.stringify(mapCalls(screenApi, withoutSchemas)).replace(/\[("[^\]]*")\]/g, 'call($1)');
  const shapes = JSON.stringify(shapesOf(screenApi, 'visitors'));
  return [
    virtualModule('contract-routes', `${CALL}\nexport default ${routes}\nexport const shapes = ${shapes}`),
    virtualModule('member-shapes', `export default ${JSON.stringify(memberShapes())}`),
    virtualModule('admin-shapes', `export default ${JSON.stringify(shapesOf(screenApi, 'admins'))}`),
  ];
}
