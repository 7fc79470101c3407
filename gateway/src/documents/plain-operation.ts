import type { PlainRoute } from '@closingwire/contracts/plain-routes';
import { z } from 'zod';
import { problemReply } from './problem-reply.ts';
import { gatewayRefusals, repliesTo } from './refusals.ts';

type Bodies = NonNullable<PlainRoute['consumes']>;

const contentOf = (bodies: Bodies) =>
  Object.fromEntries(
    Object.entries(bodies).map(([type, { schema, example }]) => [
      type,
      {
        ...(schema && { schema: z.toJSONSchema(schema, { io: 'input' }) }),
        ...(example !== undefined && { example }),
      },
    ]),
  );

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const queryParameters = (query: NonNullable<PlainRoute['query']>) =>
  Object.entries(query).map(([name, facts]) => ({ name, in: 'query', schema: { type: 'string' }, ...facts }));

/** What the route says of its refusals, and the gateway's own. A subtree is another protocol, with a shape of its own. */
function refusedReplies(route: PlainRoute): Record<string, object> {
  if (route.path.endsWith('/*')) return {};
  const { refusals = {}, method, consumes } = route;
  return {
    ...repliesTo(gatewayRefusals({ meta: route, method, hasBody: consumes !== undefined })),
    ...Object.fromEntries(
      Object.entries(refusals).map(([status, text]) => [status, problemReply(text, Number(status))]),
    ),
  };
}

/** The operation of a route that plain Express serves. */
export function plainOperation(route: PlainRoute, path: string) {
  const { summary, description, consumes, produces, query = {}, status = 200 } = route;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  return {
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(consumes && { requestBody: { required: true, content: contentOf(consumes) } }),
    responses: {
      [status]: { description: 'Done', ...(produces && { content: contentOf(produces) }) },
      ...refusedReplies(route),
      default: problemReply('A problem document'),
    },
  };
}
