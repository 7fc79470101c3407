import type { z } from 'zod';
import { expandPaths } from '../expand.ts';
import { readParams } from '../form-params.ts';
import type { Sandbox } from '../sandbox.ts';

export type PathParams = Record<string, string>;

export type Endpoint = {
  method: 'get' | 'post' | 'delete';
  path: string;
  /** Synchronous, so that it runs as one transaction. */
  answer(sandbox: Sandbox, params: unknown, path: PathParams): object;
};

type Expanding = z.ZodType<{ expand?: string[] | undefined }>;

/** One call of the API: parses its parameters, runs it, expands the reply. */
export function endpoint<Schema extends Expanding>(
  route: `${'get' | 'post' | 'delete'} /${string}`,
  schema: Schema,
  handle: (sandbox: Sandbox, params: z.output<Schema>, path: PathParams) => object,
): Endpoint {
  const [method, path = ''] = route.split(' ');
  return {
    method: method === 'get' || method === 'delete' ? method : 'post',
    path,
    answer(sandbox, params, pathParams) {
      const parsed = readParams(schema, params);
      return expandPaths(sandbox.store, handle(sandbox, parsed, pathParams), parsed.expand);
    },
  };
}
