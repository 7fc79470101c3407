import { contractRoutes } from '@closingwire/contracts/api';
import { assignment, assignmentDescription, webhookHeaders } from '@closingwire/contracts/catalog';
import type { PlainRoute } from '@closingwire/contracts/plain-routes';
import type { RouteMeta } from '@closingwire/contracts/route';
import { z } from 'zod';
import { describedProblem, gatewayRefusals, type Refusal, repliesTo } from './refusals.ts';

type Schema = { anyOf?: Schema[]; description?: string } & Record<string, unknown>;
type Parameter = { name: string; schema?: Schema; description?: string };

/** An operation of the OpenAPI document, as oRPC's generator returns it. */
export type Operation = {
  parameters?: Parameter[];
  responses?: Record<string, object>;
} & Record<string, unknown>;

type Failures = Record<string, { status?: number; message?: string } | undefined>;

/** The contract's declaration of each call, by operationId. */
const declared = new Map(
  contractRoutes.map(({ name, declaration }): [string, { meta: object; errorMap: object }] => [
    name,
    declaration,
  ]),
);

/** Returns the first alternative: the others are about how a query encodes text and absence. */
function plainSchema({ anyOf: [first] = [], ...schema }: Schema): Schema {
  return first ? { ...plainSchema(first), ...schema } : schema;
}

function plainParameter({ schema = {}, description, ...parameter }: Parameter): Parameter {
  const { description: own, ...plain } = plainSchema(schema);
  const text = description ?? own;
  return { ...parameter, ...(text && { description: text }), schema: plain };
}

const declaredRefusals = (failures: Failures): Refusal[] =>
  Object.entries(failures).flatMap(([code, failure]) =>
    failure?.status ? [{ code, status: failure.status, message: failure.message ?? code }] : [],
  );

/** Completes a generated operation from the contract: adds its refusals and simplifies its query parameters. */
export function contractOperation(
  operation: Operation,
  method: string,
): { operation: Operation; meta: RouteMeta } {
  const definition = declared.get(String(operation.operationId));
  if (!definition)
    throw new Error(`Expected a call of the contract, got operationId ${operation.operationId}`);
  const { parameters, responses } = operation;
  const meta = definition.meta as RouteMeta;
  const call = { meta, method, hasBody: operation.requestBody !== undefined };
  const refusals = [...declaredRefusals(definition.errorMap as Failures), ...gatewayRefusals(call)];
  return {
    meta,
    operation: {
      ...operation,
      ...(parameters && { parameters: parameters.map(plainParameter) }),
      responses: { ...responses, ...repliesTo(refusals) },
    },
  };
}

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

/** Returns the refusals of the route and of the gateway. A subtree is another protocol with its own errors. */
function refusedReplies(route: PlainRoute): Record<string, object> {
  if (route.path.endsWith('/*')) return {};
  const { refusals = {}, method, consumes } = route;
  return {
    ...repliesTo(gatewayRefusals({ meta: route, method, hasBody: consumes !== undefined })),
    ...Object.fromEntries(
      Object.entries(refusals).map(([status, text]) => [status, describedProblem(text, Number(status))]),
    ),
  };
}

/** Returns the operation of a plain route. */
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
      default: describedProblem('A problem document'),
    },
  };
}

const parameters = Object.entries(webhookHeaders).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** The document's webhooks: messages that the product sends. */
export const webhooksAt = (tag: string) => ({
  zipAssigned: {
    post: {
      summary: 'Look for the closings of a ZIP',
      description: assignmentDescription,
      tags: [tag],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: z.toJSONSchema(assignment, { io: 'input' }),
            example: {
              zip: '98030',
              email: 'ada@example.com',
              name: 'Ada Example',
              userid: '019a9a3e-5c1f-7a10-8f6e-2d5b8e0c4a11',
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'Delivered' },
        '410': { description: 'Ends this delivery' },
        default: { description: 'Retried' },
      },
    },
  },
});
