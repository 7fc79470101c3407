import type { HTTPMethod, HTTPPath } from '@orpc/contract';
import type { z } from 'zod';
import { batchReply } from './ingestion.ts';
import { deliveryBodies, deliveryDescription } from './lead-delivery.ts';
import { mailEvents, mailEventsExample } from './mail-events.ts';
import type { RouteMeta, RouteShape } from './route.ts';

type Body = { schema?: z.ZodType; example?: unknown };
type Parameter = { description: string; example: string };

/**
 * A route of plain Express: its body is a stream, a redirect or raw bytes. A path that ends in `/*` matches every
 * path below it. Plain routes are routed, documented and tested like contract routes.
 */
export type PlainRoute = Omit<RouteShape, 'limit'> &
  RouteMeta & {
    method: HTTPMethod;
    path: HTTPPath;
    /** Request and reply bodies by media type. */
    consumes?: Record<string, Body>;
    produces?: Record<string, Body>;
    query?: Record<string, Parameter>;
    /** Meaning of each refusal, by status. */
    refusals?: Record<number, string>;
    /** Called by other systems or by links in browsers; programs do not call it. */
    isForSystems?: true;
  };

export const plainRoutes = {
  ingestLeads: {
    service: 'leads',
    access: 'ingest',
    method: 'POST',
    path: '/api/v1/leads',
    isStreamed: true,
    summary: 'Deliver leads as NDJSON, JSON or CSV, streamed',
    description: deliveryDescription,
    query: {
      map: {
        description:
          'For CSV with other headers: which header means which column, as JSON or as `Header=column,…`',
        example: '{"Agent": "full_name", "Sold": "sold_date"}',
      },
    },
    consumes: deliveryBodies,
    produces: { 'application/json': { schema: batchReply } },
    refusals: {
      400: 'Nothing was taken. `unknown_format`: another Content-Type; `missing_columns`: `missing` names them, `found` the header; `invalid_mapping`; `invalid_body`: no well-formed JSON, no array, or JSON or a header of CSV that is no UTF-8',
      401: 'No ingestion key, or one that is not valid',
      413: '`too_large`: send a JSON body of this size as NDJSON',
      429: 'Too many requests; wait as long as `Retry-After` says',
      503: '`ingestion_unavailable`: none of these rows count as accepted; send them all again after `Retry-After`',
    },
  },
  exportAgentsCsv: {
    service: 'leads',
    access: 'subscriber',
    method: 'POST',
    path: '/api/user/agents/export',
    limit: 'export',
    summary: 'Export the filtered closings as CSV if the client accepts text/csv',
    produces: { 'text/csv': {} },
    refusals: { 503: '`exports_busy`: too many exports are being read at the moment; try again shortly' },
  },
  authWire: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/auth/v1/*',
    summary: 'The wire protocol of the hosted auth provider',
    produces: { 'application/json': {} },
    isForSystems: true,
  },
  confirmEmail: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/auth/confirm',
    summary:
      'Go to the page of a mailed link; in the browser that signed up, confirm the address and go to the ZIPs',
    status: 303,
    isForSystems: true,
  },
  login: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/login',
    summary: 'Redirect to the sign-in page, then back to `next`',
    status: 303,
    isForSystems: true,
  },
  stripeWebhook: {
    service: 'billing',
    access: 'public',
    method: 'POST',
    path: '/api/stripe/webhook',
    summary: 'Receive signed events from the payment provider',
    consumes: { 'application/json': {} },
    refusals: { 400: '`signature_wrong`: the signature is not valid' },
    isForSystems: true,
  },
  billingPortal: {
    service: 'billing',
    access: 'public',
    method: 'GET',
    path: '/api/stripe/customer-portal',
    summary: 'Redirect to the billing portal; visitors sign in first',
    status: 303,
    isForSystems: true,
  },
  unsubscribePage: {
    service: 'notifications',
    access: 'public',
    method: 'GET',
    path: '/api/unsubscribe/{token}',
    summary: 'Redirect from an unsubscribe link to its page; changes nothing',
    status: 303,
    isForSystems: true,
  },
  mailEvents: {
    service: 'notifications',
    access: 'public',
    method: 'POST',
    path: '/api/mail/events',
    maxBodyBytes: 4 * 1_048_576,
    summary: 'Receive bounces and complaints from the mail provider',
    description:
      'Send the secret `MAIL_EVENTS_SECRET` as bearer. The reply is the same whether an address is known or not. A report may come more than once.',
    consumes: { 'application/json': { schema: mailEvents, example: mailEventsExample } },
    refusals: {
      400: '`invalid_input`, `invalid_body`: nothing was taken',
      401: '`secret_wrong`: not the secret of the webhook',
      404: 'The webhook is off, because `MAIL_EVENTS_SECRET` is not set',
      413: 'More than 4 MB: nothing was taken; send fewer events at once',
    },
    isForSystems: true,
  },
  sitemap: {
    service: 'content',
    access: 'public',
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'List public pages for search engines',
    produces: { 'application/xml': {} },
    isForSystems: true,
  },
} as const satisfies Record<string, PlainRoute>;
