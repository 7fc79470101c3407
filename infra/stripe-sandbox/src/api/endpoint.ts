import type { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import { readParams } from '../form-params.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Store } from '../store.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the reply and replaces the references in `paths` (`latest_invoice.customer`) by their objects. */
function expandPaths(store: Store, reply: object, paths: readonly string[] = []): object {
  const copy: Fields = structuredClone(JSON.parse(store.serialize(reply)));
  for (const path of paths) expandInto(store, copy, path.split('.'), path);
  return copy;
}

function expandInto(store: Store, target: Fields, path: string[], whole: string): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (!(key in target)) {
    if (['line_items', 'subscriptions', 'sources', 'tax'].includes(key)) return;
    throw invalidRequest(`This property cannot be expanded (${whole}).`, 'expand');
  }
  const value = target[key];
  const found = typeof value === 'string' ? store.findAny(value) : undefined;
  if (found) target[key] = JSON.parse(JSON.stringify(found));
  const next = target[key];
  for (const child of Array.isArray(next) ? next : [next]) {
    if (isFields(child)) expandInto(store, child, rest, whole);
  }
}

export type PathParams = Record<string, string>;

export type Endpoint = {
  method: 'get' | 'post' | 'delete';
  path: string;
  /** Method and path, such as `post /v1/customers`. */
  route: string;
  /** Synchronous, so that it runs as one transaction. */
  answer(sandbox: Sandbox, params: unknown, path: PathParams): object;
};

type Expanding = z.ZodType<{ expand?: string[] | undefined }>;

/** Declares a call of the API: parses its parameters, runs it, expands the reply. */
export function endpoint<Schema extends Expanding>(
  route: `${'get' | 'post' | 'delete'} /${string}`,
  schema: Schema,
  handle: (sandbox: Sandbox, params: z.output<Schema>, path: PathParams) => object,
): Endpoint {
  const [method, path = ''] = route.split(' ');
  return {
    method: method === 'get' || method === 'delete' ? method : 'post',
    path,
    route,
    answer(sandbox, params, pathParams) {
      const parsed = readParams(schema, params);
      return expandPaths(sandbox.store, handle(sandbox, parsed, pathParams), parsed.expand);
    },
  };
}
