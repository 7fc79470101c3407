import { contractRoutes } from '@closingwire/contracts/api';
import type { RouteMeta } from '@closingwire/contracts/route';
import { z } from 'zod';

/** The parts of JSON Schema that attacks use. */
export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  minimum?: number;
  default?: unknown;
};

export type OpenRoute = { name: string; method: string; path: string; meta: RouteMeta; input: Schema };

/** All contract routes with their inputs. */
export const openRoutes: readonly OpenRoute[] = contractRoutes.map(({ name, method, path, declaration }) => {
  const schema = declaration.inputSchema as z.ZodType | undefined;
  return {
    name,
    method,
    path,
    meta: declaration.meta,
    input: schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {},
  };
});
