/**
 * The parts of a reply that pages need: `s` text, `n` number, `b` boolean, `z` null, 0 anything; `[shape]` a list,
 * `[a, b, …]` a union, `{…}` an object. A member whose name ends with `?` may be missing or null; `=` has defaults for
 * such members. `{ '|': shape }` reads any other reply as null.
 */
export type ReplyShape =
  | 0
  | 's'
  | 'n'
  | 'b'
  | 'z'
  | readonly ReplyShape[]
  | { readonly [name: string]: ReplyShape | Defaults };

type Defaults = { readonly [name: string]: unknown };

export type ReplyShapes = { readonly [service: string]: { readonly [call: string]: ReplyShape } };

const kinds = { s: 'string', n: 'number', b: 'boolean' } as const;

function isList(shape: ReplyShape): shape is readonly ReplyShape[] {
  return Array.isArray(shape);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type ObjectShape = { readonly [name: string]: ReplyShape };

/** Fills missing members in place: no other code uses the parsed reply. */
function isObjectOf(value: Record<string, unknown>, { '=': defaults, ...members }: ObjectShape): boolean {
  return Object.entries(members).every(([key, shape]) => {
    const isOptional = key.endsWith('?');
    const name = isOptional ? key.slice(0, -1) : key;
    if (fits(value[name], shape)) return true;
    if (!isOptional || (value[name] ?? null) !== null) return false;
    const filled = (defaults as Defaults | undefined)?.[name];
    if (filled === undefined) delete value[name];
    else value[name] = structuredClone(filled);
    return true;
  });
}

/** Returns whether the reply has the shape; fills in defaults. */
export function fits(value: unknown, shape: ReplyShape): boolean {
  if (shape === 0) return true;
  if (shape === 'z') return value === null;
  if (typeof shape === 'string') return typeof value === kinds[shape];
  if (isList(shape)) {
    const [only = 0] = shape;
    if (shape.length > 1) return shape.some(one => fits(value, one));
    return Array.isArray(value) && value.every(item => fits(item, only));
  }
  return isRecord(value) && isObjectOf(value, shape as ObjectShape);
}

/** Returns the reply in the shape that pages read; undefined if it does not fit. An empty reply that fits becomes null. */
export function readReply(reply: unknown, shape: ReplyShape): unknown {
  const otherwiseNull = isRecord(shape) ? (shape['|'] as ReplyShape | undefined) : undefined;
  if (otherwiseNull !== undefined) return fits(reply, otherwiseNull) ? reply : null;
  return fits(reply, shape) ? (reply ?? null) : undefined;
}
