import routes, { shapes } from 'virtual:contract-routes';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { type ApiClient, createClient } from '../lib/create-client.ts';
import { trackedFetch } from '../lib/reachability.ts';

/**
 * Calls the product's API. Failed calls throw `ApiError`; successful replies with an unusable body throw
 * `UnexpectedReply`.
 */
export const client: ApiClient = createClient({
  routes,
  shapes,
  moreShapes: [
    async () => (await import('virtual:member-shapes')).default,
    async () => (await import('virtual:admin-calls')).shapes,
  ],
  moreRoutes: async () => (await import('virtual:admin-calls')).default,
  origin: () => window.location.origin,
  // Browsers end other calls with their page: the note that was typed last would be lost.
  fetch: (request, init) => trackedFetch(request, { ...init, keepalive: request.url.includes('/outcomes/') }),
});

/** Query and mutation options of all calls, with their keys. */
export const api = createTanstackQueryUtils(client);
