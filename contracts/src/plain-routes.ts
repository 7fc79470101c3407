import type { z } from 'zod';
import { batchReply } from './ingestion.ts';
import { deliveryBodies, deliveryDescription } from './lead-delivery.ts';
import { mailEvents, mailEventsExample } from './mail-events.ts';
import type { RouteMeta, RouteShape } from './route.ts';

type Body = { schema?: z.ZodType; example?: unknown };
type Parameter = { description: string; example: string };

/**
 * Routes whose body is a stream, a redirect or raw bytes, and which plain Express serves. A path that
 * ends in `/*` covers all below it. They are routed, documented and tested like the contract's own.
 */
export type PlainRoute = Omit<RouteShape, 'limit'> &
  RouteMeta & {
    /** What the body may be, and what the reply is, by media type. */
    consumes?: Record<string, Body>;
    produces?: Record<string, Body>;
    query?: Record<string, Parameter>;
    /** What each refusal means, by status. */
    refusals?: Record<number, string>;
    /** It is for other systems, browsers that follow a link among them; no program would call it. */
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
    summary: 'The filtered closings as a CSV file, when text/csv is accepted',
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
    summary: 'Go to the sign-in page, and come back to `next`',
    status: 303,
    isForSystems: true,
  },
  stripeWebhook: {
    service: 'billing',
    access: 'public',
    method: 'POST',
    path: '/api/stripe/webhook',
    summary: 'Events of the payment provider, signed',
    consumes: { 'application/json': {} },
    refusals: { 400: '`signature_wrong`: the signature is not valid' },
    isForSystems: true,
  },
  billingPortal: {
    service: 'billing',
    access: 'public',
    method: 'GET',
    path: '/api/stripe/customer-portal',
    summary: 'Go to the billing portal, or to the sign-in page first',
    status: 303,
    isForSystems: true,
  },
  unsubscribePage: {
    service: 'notifications',
    access: 'public',
    method: 'GET',
    path: '/api/unsubscribe/{token}',
    summary: 'Where a browser that follows an unsubscribe link lands; changes nothing',
    status: 303,
    isForSystems: true,
  },
  mailEvents: {
    service: 'notifications',
    access: 'public',
    method: 'POST',
    path: '/api/mail/events',
    maxBodyBytes: 4 * 1_048_576,
    summary: 'Bounces and complaints that the mail provider reports',
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
    summary: 'Public pages for search engines',
    produces: { 'application/xml': {} },
    isForSystems: true,
  },
} as const satisfies Record<string, PlainRoute>;
