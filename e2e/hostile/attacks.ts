/** A value at a path of an input. */
type Leaf = { path: (string | number)[]; value: unknown };

/** `raw` replaces the whole body. */
export type Attack = { what: string; input: unknown; raw?: string };

const MB = 1_000_000;
const DEEP = 50_000;

const texts: [string, string][] = [
  ['NUL', 'a\0b'],
  ['half a character', 'x\ud800y'],
  ['control characters', '\u0001\u001b[31m\r\nX-Evil: yes\t'],
  ['a way up', '../../../../etc/passwd'],
  ['an encoded way up', '%2e%2e%2f%2e%2e%5c'],
  ['quotes', `'"\`; drop table users; --`],
  ['a formula', '=HYPERLINK("https://evil.example","x")'],
  ['HTML', '<img src=x onerror=alert(1)>'],
  ['a pattern', '%_\\%(a+)+$'],
  ['an operator', '{"$gt":""}'],
  ['wide characters', '\u202e\ufeff😀'.repeat(50)],
  ['nothing', ''],
  ['ten thousand characters', 'x'.repeat(10_000)],
];

const numbers: [string, unknown][] = [
  ['zero', 0],
  ['minus one', -1],
  ['2^53', 2 ** 53],
  ['a fraction', 0.1],
  ['no number', Number.NaN],
  ['no end', Number.POSITIVE_INFINITY],
  ['1e308', 1e308],
];

const others: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a list', []],
  ['an object', { $gt: '' }],
  ['a prototype', JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}')],
];

function leavesOf(value: unknown, path: Leaf['path'] = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  const inner = Object.entries(value).flatMap(([name, entry]) =>
    leavesOf(entry, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inner : [{ path, value }, ...inner];
}

function replaced(value: unknown, [name, ...rest]: Leaf['path'], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[name] = replaced(copy[name], rest, by);
  return copy;
}

/** Yields the example with each part replaced by each hostile value, and malformed as a whole. */
export function* attacksOn(example: unknown): Generator<Attack> {
  const leaves = leavesOf(example);
  for (const { path } of leaves) {
    for (const [what, value] of [...texts, ...numbers, ...others]) {
      yield { what: `${path.join('.')} = ${what}`, input: replaced(example, path, value) };
    }
  }
  const [first] = leaves;
  if (first) yield { what: '1 MB', input: replaced(example, first.path, 'x'.repeat(MB)) };
  const isObject = typeof example === 'object' && example !== null && !Array.isArray(example);
  if (isObject)
    yield {
      what: 'unknown fields',
      input: { ...example, isAdmin: true, $where: '1', [`${'n'.repeat(300)}`]: 1 },
    };
  yield { what: 'too deep', input: example, raw: `{"deep":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}` };
  yield { what: 'half of JSON', input: example, raw: '{"a":' };
  yield { what: 'a list', input: [example, example] };
  yield { what: 'text', input: 'text' };
  yield { what: 'null', input: null };
}
