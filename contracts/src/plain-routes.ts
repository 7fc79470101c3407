import type { RouteMeta, RouteShape } from './route.ts';

/**
 * Routes whose body is a stream, a redirect or raw bytes, and which plain Express serves. A path that
 * ends in `/*` covers all below it. They are routed, documented and tested like the contract's own.
 */
export type PlainRoute = Omit<RouteShape, 'limit'> &
  RouteMeta & { consumes?: readonly string[]; produces?: readonly string[] };

export const plainRoutes = {
  ingestLeads: {
    service: 'leads',
    access: 'ingest',
    method: 'POST',
    path: '/api/v1/leads',
    summary: 'Deliver leads as NDJSON, JSON or CSV, streamed',
    consumes: ['application/x-ndjson', 'application/json', 'text/csv'],
    produces: ['application/json'],
  },
  exportAgentsCsv: {
    service: 'leads',
    access: 'subscriber',
    method: 'POST',
    path: '/api/user/agents/export',
    limit: 'export',
    summary: 'The filtered closings as a CSV file, when text/csv is accepted',
    produces: ['text/csv'],
  },
  authWire: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/auth/v1/*',
    summary: 'The wire protocol of the hosted auth provider',
    produces: ['application/json'],
  },
  confirmEmail: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/auth/confirm',
    summary: 'Activate an account by the link in the mail, sign in and go to the ZIPs',
    status: 303,
  },
  login: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/login',
    summary: 'Go to the sign-in page, and come back to `next`',
    status: 303,
  },
  stripeWebhook: {
    service: 'billing',
    access: 'public',
    method: 'POST',
    path: '/api/stripe/webhook',
    summary: 'Events of the payment provider, signed',
    consumes: ['application/json'],
  },
  billingPortal: {
    service: 'billing',
    access: 'public',
    method: 'GET',
    path: '/api/stripe/customer-portal',
    summary: 'Go to the billing portal, or to the sign-in page first',
    status: 303,
  },
  unsubscribePage: {
    service: 'notifications',
    access: 'public',
    method: 'GET',
    path: '/api/unsubscribe/{token}',
    summary: 'Where a browser that follows an unsubscribe link lands; changes nothing',
    status: 303,
  },
  sitemap: {
    service: 'content',
    access: 'public',
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'Public pages for search engines',
    produces: ['application/xml'],
  },
} as const satisfies Record<string, PlainRoute>;
