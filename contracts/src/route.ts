import { type HTTPMethod, type HTTPPath, oc } from '@orpc/contract';
import { z } from 'zod';

/**
 * Body of every reply outside 2xx (RFC 9457). Screens show `message`, a copy of `detail`. Programs read `code`,
 * which is stable. Some failures have further members.
 */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
});

/** One invalid input field. `path` is dotted; '' is the whole input. */
export const inputIssue = z.object({ path: z.string(), message: z.string() });

/** Additional members of a 402 reply. `monthlyAmount` is in USD. */
export const paymentRequired = z.object({
  trialExpired: z.boolean(),
  requiresPayment: z.boolean(),
  zipCount: z.int(),
  monthlyAmount: z.number(),
});
export type PaymentRequired = z.output<typeof paymentRequired>;

const invalid = {
  invalid_input: { status: 400, message: 'Invalid input', data: z.object({ issues: z.array(inputIssue) }) },
};
const unauthenticated = { unauthenticated: { status: 401, message: 'No token provided' } };
const unpaid = { payment_required: { status: 402, message: 'Payment required', data: paymentRequired } };
export const missing = { not_found: { status: 404, message: 'Not found' } };
const suspended = { account_suspended: { status: 403, message: 'This account is suspended' } };

const signedIn = new Set<Access>(['user', 'subscriber', 'admin']);

/** Failures of a route that depend on its access. The gateway has further ones for every route. */
function failuresFor(access: Access) {
  return {
    ...invalid,
    ...(access === 'public' ? {} : unauthenticated),
    ...(access === 'subscriber' || access === 'partner' ? unpaid : {}),
    ...(access === 'admin' ? missing : {}),
    ...(signedIn.has(access) ? suspended : {}),
  };
}

export type ServiceName = 'auth' | 'catalog' | 'billing' | 'leads' | 'notifications' | 'content';

/** The request limit of a route. The gateway's settings have the numbers. */
export type Limit = 'sign-in' | 'sign-up' | 'recovery' | 'contact' | 'export' | 'outcome' | 'partner';

export type RouteMeta = {
  service: ServiceName;
  access: Access;
  limit?: Limit;
  /** Largest body; 1 MiB by default. */
  maxBodyBytes?: number;
  /** The gateway passes the body on while it arrives, whatever its size. */
  isStreamed?: true;
};

/** The method and path of a route, such as 'GET /api/articles/{id}'. */
type RouteRequest = `${HTTPMethod} ${HTTPPath}`;

export type RouteShape = {
  summary: string;
  description?: string;
  /** HTTP status of success; 200 by default. */
  status?: number;
  limit?: Limit;
  maxBodyBytes?: number;
};

/**
 * Starts the route declarations of a service: `const route = routesOf('billing')`, then `route('user', 'GET /path',
 * { summary }).input(…).output(…)`. Input is one object with the parameters of the path and of the query or body.
 */
export function routesOf(service: ServiceName) {
  return (access: Access, request: RouteRequest, { status, limit, maxBodyBytes, ...shape }: RouteShape) => {
    const [method, path] = request.split(' ', 2) as [HTTPMethod, HTTPPath];
    return oc
      .$meta<RouteMeta>({ service, access })
      .route({ ...shape, method, path, ...(status && { successStatus: status }) })
      .meta({ service, access, ...(limit && { limit }), ...(maxBodyBytes && { maxBodyBytes }) })
      .errors(failuresFor(access));
  };
}

/**
 * Permitted callers of a route.
 * - `public`: anyone, signed in or not
 * - `user`: a signed-in user
 * - `subscriber`: a signed-in user who has a ZIP that is granted, on a running trial or paid, else 402
 * - `admin`: a signed-in admin; everybody else sees a route that does not exist
 * - `partner`: an API key, a session or, where the site allows it, a user id as bearer
 * - `ingest`: an ingestion key as bearer
 * - `internal`: another service; never routed from outside
 */
export type Access = 'public' | 'user' | 'subscriber' | 'admin' | 'partner' | 'ingest' | 'internal';
