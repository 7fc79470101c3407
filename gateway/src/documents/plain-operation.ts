import type { PlainRoute } from '@closingwire/contracts/plain-routes';
import { z } from 'zod';
import { problemReply } from './problem-reply.ts';

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

/** The operation of a route that plain Express serves. */
export function plainOperation(
  { summary, description, consumes, produces, query = {}, refusals = {}, status = 200 }: PlainRoute,
  path: string,
) {
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  const told = Object.entries(refusals).map(([refused, text]) => [refused, problemReply(text)]);
  return {
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(consumes && { requestBody: { required: true, content: contentOf(consumes) } }),
    responses: {
      [status]: { description: 'Done', ...(produces && { content: contentOf(produces) }) },
      ...Object.fromEntries(told),
      default: problemReply('A problem document'),
    },
  };
}
