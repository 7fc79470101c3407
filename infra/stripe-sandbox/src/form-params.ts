import { z } from 'zod';
import { invalidRequest } from './api-error.ts';

/** A form has only text: these parse it into the types of the API's reference. */
export const text = z.string().max(5000);
export const integer = z.coerce.number().int();
export const flag = z.enum(['true', 'false']).transform(value => value === 'true');
/** `''` deletes all metadata. */
export const metadata = z.record(z.string().max(40), z.string().max(500)).or(z.literal(''));
const expand = z.array(z.string()).optional();

export const expandable = { expand };
export const paged = {
  ...expandable,
  limit: integer.min(1).max(100).default(10),
  starting_after: text.optional(),
};

/** Merges as Stripe does: an empty value deletes its key; an empty string deletes all. */
export function mergeMetadata(
  current: Record<string, string>,
  change: z.output<typeof metadata> | undefined,
): Record<string, string> {
  if (change === undefined) return current;
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''));
}

const bracketed = (path: PropertyKey[]) =>
  path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('');

/** Parses parameters; throws Stripe's 400 with the first wrong one. */
export function readParams<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const name = bracketed([...issue.path, issue.keys[0] ?? '']);
    throw invalidRequest(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
  const name = bracketed(issue?.path ?? []);
  const missing = issue?.code === 'invalid_type' && issue.input === undefined;
  throw missing
    ? invalidRequest(`Missing required param: ${name}.`, name, 'parameter_missing')
    : invalidRequest(`Invalid ${name}: ${issue?.message}`, name, 'parameter_invalid');
}

type Page = { limit: number; starting_after?: string | undefined };

/** A page of `objects` (newest first) with Stripe's pagination fields. */
export function listPage<Item extends { id: string }>(url: string, objects: Item[], page: Page) {
  const position = (id: string) => {
    const index = objects.findIndex(object => object.id === id);
    if (index === -1) throw invalidRequest(`No such object: '${id}'`, 'starting_after', 'resource_missing');
    return index;
  };
  const start = page.starting_after === undefined ? 0 : position(page.starting_after) + 1;
  const data = objects.slice(start, start + page.limit);
  return { object: 'list' as const, url, has_more: start + data.length < objects.length, data };
}
