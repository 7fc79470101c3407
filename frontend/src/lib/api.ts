import routes from 'virtual:contract-routes';
import type { api as contract } from '@closingwire/contracts/api';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { decodeFailure } from './api-error.ts';

type Context = { bearer?: string };
type ApiClient = JsonifiedClient<ContractRouterClient<typeof contract, Context>>;

const link = new OpenAPILink<Context>(routes, {
  url: () => window.location.origin,
  headers: ({ context }) => (context.bearer ? { authorization: `Bearer ${context.bearer}` } : {}),
  fetch: (request, init) => fetch(request, { ...init, credentials: 'include' }),
  customErrorResponseBodyDecoder: (body, { status }) =>
    new ORPCError('FAILED', { status, cause: decodeFailure(status, body) }),
  clientInterceptors: [],
  interceptors: [
    async ({ next }) => {
      try {
        return await next();
      } catch (error) {
        throw error instanceof ORPCError && error.cause ? error.cause : error;
      }
    },
  ],
});

/** Calls the product's API. Failed calls throw `ApiError`. */
export const client: ApiClient = createORPCClient(link);

/** Query and mutation options of every call; keys are made here and nowhere else. */
export const api = createTanstackQueryUtils(client);
