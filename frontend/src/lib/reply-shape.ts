/**
 * What a reply has to look like, as far as pages rely on it: `s` text, `n` number, `b` true or false, `z` null, 0
 * anything; `{…}` an object with at least these members, `[shape]` a list, `[a, b, …]` one of several.
 */
export type ReplyShape =
  | 0
  | 's'
  | 'n'
  | 'b'
  | 'z'
  | readonly ReplyShape[]
  | { readonly [name: string]: ReplyShape };

/** The shapes of all calls, by their place in the contract. */
export type ReplyShapes = { readonly [service: string]: { readonly [call: string]: ReplyShape } };

const kinds = { s: 'string', n: 'number', b: 'boolean' } as const;

function isList(shape: ReplyShape): shape is readonly ReplyShape[] {
  return Array.isArray(shape);
}

export function fits(value: unknown, shape: ReplyShape): boolean {
  if (shape === 0) return true;
  if (shape === 'z') return value === null;
  if (typeof shape === 'string') return typeof value === kinds[shape];
  if (isList(shape)) {
    const [only = 0] = shape;
    if (shape.length > 1) return shape.some(one => fits(value, one));
    return Array.isArray(value) && value.every(item => fits(item, only));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.entries(shape).every(([name, member]) => fits(members.get(name), member));
}
