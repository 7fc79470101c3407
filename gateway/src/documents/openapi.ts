import { api } from '@closingwire/contracts/api';
import { problem } from '@closingwire/contracts/failure';
import { type PlainRoute, plainRoutes } from '@closingwire/contracts/plain-routes';
import type { RouteMeta } from '@closingwire/contracts/route';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';

const isOutside = ({ access }: RouteMeta) => access !== 'internal';

function plainOperation({ summary, service, consumes = [], produces = [], status = 200 }: PlainRoute) {
  const content = (types: readonly string[]) => Object.fromEntries(types.map(type => [type, {}]));
  return {
    summary,
    tags: [service],
    ...(consumes.length > 0 && { requestBody: { required: true, content: content(consumes) } }),
    responses: {
      [status]: { description: 'Done', ...(produces.length > 0 && { content: content(produces) }) },
      default: {
        description: 'A problem document',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** Paths of the plain routes; where one shares method and path with a contract route, its media types are added. */
function addPlainRoutes(document: { paths?: Record<string, Record<string, unknown> | undefined> }): void {
  document.paths ??= {};
  for (const route of Object.values<PlainRoute>(plainRoutes)) {
    const path = route.path.replace(/\/\*$/, '/{path}');
    const item = document.paths[path] ?? {};
    document.paths[path] = item;
    const method = route.method.toLowerCase();
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    item[method] ??= { ...plainOperation(route), ...(parameters.length > 0 && { parameters }) };
  }
}

/** The OpenAPI 3.1 document of everything that can be called from outside, as JSON. */
export async function openApiDocument(publicUrl: string): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(api, {
    info: {
      title: 'ClosingWire',
      version: '1',
      description:
        'Contact lists of real estate agents who closed a sale in the last seven days, ZIP by ZIP.',
    },
    servers: [{ url: publicUrl }],
    components: {
      schemas: { Problem: z.toJSONSchema(problem) as never },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'cw_access' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ session: [] }, { bearer: [] }],
    filter: ({ contract }) => isOutside(contract['~orpc'].meta as RouteMeta),
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Problem' }),
  });
  addPlainRoutes(document as Parameters<typeof addPlainRoutes>[0]);
  return JSON.stringify(document);
}
