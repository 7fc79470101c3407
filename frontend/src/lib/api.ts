import routes, { shapes } from 'virtual:contract-routes';
import type { api as contract } from '@closingwire/contracts/api';
import { type ClientLink, createORPCClient } from '@orpc/client';
import type { AnyContractProcedure, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { failureOf, UnexpectedReply } from './api-error.ts';
import { onceAtATime } from './once-at-a-time.ts';
import { trackedFetch } from './reachability.ts';
import { fits } from './reply-shape.ts';

type Context = { bearer?: string };
type ApiClient = JsonifiedClient<ContractRouterClient<typeof contract, Context>>;

const calls = new OpenAPILink<Context>(routes, {
  url: () => window.location.origin,
  headers: ({ context }) => (context.bearer ? { authorization: `Bearer ${context.bearer}` } : {}),
  fetch: async (request, init) => {
    const response = await trackedFetch(request, { ...init, credentials: 'include' });
    if (!response.ok) throw await failureOf(response);
    return response;
  },
});

const once = onceAtATime();

const isRead = (service: string, name: string) => {
  const procedure = (routes as Record<string, Record<string, AnyContractProcedure>>)[service]?.[name];
  return procedure?.['~orpc'].route.method === 'GET';
};

/**
 * No page sees a reply that it did not expect: a proxy's page, an empty body, another shape. A command that is pressed
 * twice is sent once.
 */
const link: ClientLink<Context> = {
  async call(path, input, options) {
    const [service = '', name = ''] = path;
    const send = async () => calls.call(path, input, options);
    const reply = await (isRead(service, name)
      ? send()
      : once(path.join('.'), [input, options.context], send));
    if (!fits(reply, shapes[service]?.[name] ?? 0)) throw new UnexpectedReply(path.join('.'));
    return reply;
  },
};

/** Calls the product's API. Failed calls throw `ApiError`, replies that nobody expected `UnexpectedReply`. */
export const client: ApiClient = createORPCClient(link);

/** Query and mutation options of every call; keys are made here and nowhere else. */
export const api = createTanstackQueryUtils(client);
