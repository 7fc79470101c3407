import { api } from '@closingwire/contracts/api';
import { type PlainRoute, plainRoutes } from '@closingwire/contracts/plain-routes';
import { problem, type RouteMeta } from '@closingwire/contracts/route';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import { contractOperation, type Operation } from './contract-operation.ts';
import { credentialsAt, securityOf } from './credentials.ts';
import { introduction } from './introduction.ts';
import { plainOperation } from './plain-operation.ts';
import { sharedReplies } from './refusals.ts';
import { tagOf, tags } from './tags.ts';
import { webhooksAt } from './webhooks.ts';

type Paths = Record<string, Record<string, Operation> | undefined>;

const isOutside = ({ access }: RouteMeta) => access !== 'internal';

/** Contract routes with their tag and credentials. */
function contractPaths(generated: Paths): Paths {
  const paths: Paths = {};
  for (const [path, item = {}] of Object.entries(generated)) {
    paths[path] = Object.fromEntries(
      Object.entries(item).map(([method, given]) => {
        const { operation, meta } = contractOperation(given, method);
        return [method, { ...operation, tags: [tagOf(meta, path)], security: securityOf(meta.access) }];
      }),
    );
  }
  return paths;
}

/** Adds the plain routes; one with the method and path of a contract route is left out. */
function addPlainRoutes(paths: Paths): void {
  for (const route of Object.values<PlainRoute>(plainRoutes)) {
    const path = route.path.replace(/\/\*$/, '/{path}');
    const item = paths[path] ?? {};
    paths[path] = item;
    item[route.method.toLowerCase()] ??= {
      ...plainOperation(route, path),
      tags: [tagOf(route, path, route)],
      security: securityOf(route.access),
    };
  }
}

const noise: unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** Leaves out what zod adds to every integer, UUID, e-mail and day, and each schema's dialect; formats say as much. */
function spare(this: { format?: unknown }, key: string, value: unknown): unknown {
  const isNoise = key === '$schema' || (key === 'pattern' && 'format' in this) || noise.includes(value);
  return isNoise ? undefined : value;
}

/** The OpenAPI 3.1 document of everything that can be called from outside, as JSON. */
export async function openApiDocument(publicUrl: string): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const generated = await generator.generate(api, {
    filter: ({ contract }) => isOutside(contract['~orpc'].meta as RouteMeta),
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Problem' }),
  });
  const paths = contractPaths(generated.paths as Paths);
  addPlainRoutes(paths);
  const document = {
    openapi: generated.openapi,
    info: {
      title: 'ClosingWire',
      version: '1',
      description: introduction.replaceAll('{site}', publicUrl.replace(/\/$/, '')),
    },
    servers: [{ url: publicUrl }],
    tags,
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks: webhooksAt(tags[0]?.name ?? ''),
    components: {
      schemas: { Problem: z.toJSONSchema(problem) },
      responses: sharedReplies,
      securitySchemes: credentialsAt(publicUrl),
    },
  };
  return JSON.stringify(document, spare);
}
