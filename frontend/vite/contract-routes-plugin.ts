import { screenApi } from '@closingwire/contracts/screen-api';
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
    virtualModule('member-shapes', `export default ${JSON.stringify(shapesOf(screenApi, 'members'))}`),
    virtualModule('admin-shapes', `export default ${JSON.stringify(shapesOf(screenApi, 'admins'))}`),
  ];
}
