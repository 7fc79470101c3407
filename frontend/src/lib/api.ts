import routes from 'virtual:contract-routes';
import type { api as contract } from '@closingwire/contracts/api';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { failureOf } from './api-error.ts';

type Context = { bearer?: string };
type ApiClient = JsonifiedClient<ContractRouterClient<typeof contract, Context>>;

const link = new OpenAPILink<Context>(routes, {
  url: () => window.location.origin,
  headers: ({ context }) => (context.bearer ? { authorization: `Bearer ${context.bearer}` } : {}),
  fetch: async (request, init) => {
    const response = await fetch(request, { ...init, credentials: 'include' });
    if (!response.ok) throw await failureOf(response);
    return response;
  },
});

/** Calls the product's API. Failed calls throw `ApiError`. */
export const client: ApiClient = createORPCClient(link);

/** Query and mutation options of every call; keys are made here and nowhere else. */
export const api = createTanstackQueryUtils(client);
