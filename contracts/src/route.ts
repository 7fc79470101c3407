import { type HTTPMethod, type HTTPPath, oc } from '@orpc/contract';
import type { Access } from './access.ts';
import { failuresFor } from './failure.ts';

export type ServiceName = 'auth' | 'catalog' | 'billing' | 'leads' | 'notifications' | 'content';

/** Which of the product's request limits guards a route; the numbers are settings of the gateway. */
export type Limit = 'sign-in' | 'sign-up' | 'recovery' | 'contact' | 'export' | 'partner';

export type RouteMeta = {
  service: ServiceName;
  access: Access;
  limit?: Limit;
  /** How large a body of somebody with that access may be; 1 MiB unless told. */
  maxBodyBytes?: number;
  /** The body goes on to the service while it arrives, however large it is. */
  isStreamed?: true;
};

export type RouteShape = {
  method: HTTPMethod;
  path: HTTPPath;
  summary: string;
  description?: string;
  /** HTTP status of success; 200 unless told. */
  status?: number;
  limit?: Limit;
  maxBodyBytes?: number;
};

/**
 * The start of every route declaration of one service: `const route = routesOf('billing')`, then
 * `route('user', { method, path, summary }).input(…).output(…)`. Path and query (or body) parameters
 * arrive as one object.
 */
export function routesOf(service: ServiceName) {
  return (access: Access, { status, limit, maxBodyBytes, ...shape }: RouteShape) =>
    oc
      .$meta<RouteMeta>({ service, access })
      .route({ ...shape, ...(status && { successStatus: status }) })
      .meta({ service, access, ...(limit && { limit }), ...(maxBodyBytes && { maxBodyBytes }) })
      .errors(failuresFor(access));
}
