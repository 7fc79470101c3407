import { invalidRequest } from './api-error.ts';
import type { Store } from './store.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The reply with the references that `paths` name (`latest_invoice.customer`) replaced by their objects. */
export function expandPaths(store: Store, reply: object, paths: readonly string[] = []): object {
  const copy: Fields = structuredClone(JSON.parse(JSON.stringify(reply)));
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
