import type { screenApi as contract } from '@closingwire/contracts/screen-api';
import { type ClientLink, createORPCClient } from '@orpc/client';
import type { AnyContractProcedure, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { failureOf, UnexpectedReply } from './api-error.ts';
import { onceAtATime } from './once-at-a-time.ts';
import { type ReplyShape, type ReplyShapes, readReply } from './reply-shape.ts';

type Context = { bearer?: string };
export type ApiClient = JsonifiedClient<ContractRouterClient<typeof contract, Context>>;

type Routes = Record<string, Record<string, AnyContractProcedure>>;

type Options = {
  /** The contract, of which methods and paths are enough. */
  routes: Routes;
  /** Loads calls that are not in `routes`. */
  moreRoutes?: () => Promise<Routes>;
  shapes: ReplyShapes;
  /** Load shapes that are not in `shapes`, each when those before it lack a call. */
  moreShapes: readonly (() => Promise<ReplyShapes>)[];
  origin: () => string;
  fetch: (request: Request, init: RequestInit) => Promise<Response>;
};

/**
 * Returns a client of the API. Failed calls throw `ApiError`. Replies that no page can use, such as a proxy's page,
 * throw `UnexpectedReply`; members beyond the specification may be missing (`contracts/screen-api`). It sends a repeated
 * command once.
 */
export function createClient(options: Options): ApiClient {
  const { shapes, moreShapes, origin, fetch } = options;
  const routes = merged({}, options.routes);
  const calls = new OpenAPILink<Context>(routes, {
    url: origin,
    headers: ({ context }) => (context.bearer ? { authorization: `Bearer ${context.bearer}` } : {}),
    fetch: async (request, init) => {
      const response = await fetch(request, { ...init, credentials: 'include' });
      if (!response.ok) throw await failureOf(response);
      return response;
    },
  });
  const once = onceAtATime();
  const isRead = (service: string, name: string) => routes[service]?.[name]?.['~orpc'].route.method === 'GET';
  const shapeOf = async (service: string, name: string): Promise<ReplyShape> => {
    const known = shapes[service]?.[name];
    if (known !== undefined) return known;
    for (const load of moreShapes) {
      const shape = (await load())[service]?.[name];
      if (shape !== undefined) return shape;
    }
    return 0;
  };
  const link: ClientLink<Context> = {
    async call(path, input, callOptions) {
      const [service = '', name = ''] = path;
      if (options.moreRoutes && !routes[service]?.[name]) merged(routes, await options.moreRoutes());
      const send = async () => calls.call(path, input, callOptions);
      const reply = await (isRead(service, name)
        ? send()
        : once(path.join('.'), [input, callOptions.context], send));
      const read = readReply(reply, await shapeOf(service, name));
      if (read === undefined) throw new UnexpectedReply(path.join('.'));
      return read;
    },
  };
  return createORPCClient(link);
}

/** Adds calls to `routes`, which the link reads at each call. */
function merged(routes: Routes, more: Routes): Routes {
  for (const [service, calls] of Object.entries(more)) routes[service] = { ...routes[service], ...calls };
  return routes;
}
