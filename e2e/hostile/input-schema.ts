import { contractRoutes } from '@closingwire/contracts/api';
import type { RouteMeta } from '@closingwire/contracts/route';
import { z } from 'zod';

/** What a JSON Schema shows that matters to an attack. */
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

/** Every route of the contracts with what it takes. */
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
