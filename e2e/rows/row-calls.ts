import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A `row(…)` call in a test. `test`: the test's name in the table; `isFirst`: whether it is the body's first
 * statement.
 */
export type RowCall = { id: string; file: string; test: string; isFirst: boolean };

type Node = { type: string } & Record<string, unknown>;
type Test = { title: string; first: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns `test` for `test.skipIf(…)(…)` and `test.each(…)(…)` too. */
function baseName(callee: unknown): unknown {
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') return callee.name;
  return baseName(callee.type === 'MemberExpression' ? callee.object : (callee.callee ?? callee.tag));
}

function textOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type !== 'TemplateLiteral') return typeof node.value === 'string' ? node.value : '';
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

function testOf(node: Node): Test | undefined {
  if (node.type !== 'CallExpression' || !['test', 'it'].includes(String(baseName(node.callee)))) return;
  const [title, ...rest] = node.arguments as Node[];
  const body = rest.find(({ type }) => /Function/.test(type))?.body as Node | undefined;
  const [first] = (body?.body ?? []) as Node[];
  return body && { title: textOf(title), first: first?.expression };
}

function collect(value: unknown, test: Test | undefined, found: (call: Node, test?: Test) => unknown): void {
  if (Array.isArray(value)) for (const each of value) collect(each, test, found);
  if (!isNode(value)) return;
  if (value.type === 'CallExpression' && (value.callee as Node).name === 'row') found(value, test);
  const inside = testOf(value) ?? test;
  for (const child of Object.values(value)) collect(child, inside, found);
}

/** `services/billing/test/trial.api.test.ts` → `billing/trial.api`. */
function shortName(file: string): string {
  const [top = '', area = ''] = file.split('/');
  const folder = ['services', 'infra'].includes(top) ? area : top;
  return `${folder}/${basename(file).replace(/\.(test|journey)\.tsx?$/, '')}`;
}

function callsIn(file: string): RowCall[] {
  const source = readFileSync(root + file, 'utf8');
  if (!source.includes('row(')) return [];
  const calls: RowCall[] = [];
  collect(parseSync(file, source).program, undefined, (call, test) => {
    for (const id of call.arguments as Node[]) {
      calls.push({
        id: textOf(id),
        file,
        test: `${shortName(file)} › ${test?.title ?? ''}`,
        isFirst: test?.first === call,
      });
    }
  });
  return calls;
}

/** Returns all `row(…)` calls in the repository, ordered by file. */
export function rowCalls(): RowCall[] {
  const files = globSync(
    '{chassis,contracts,e2e,frontend,gateway,infra,services}/**/*.{test,journey}.{ts,tsx}',
    { cwd: root, exclude: name => /(^|\/)(node_modules|dist|\.local)$/.test(name) },
  );
  return files.toSorted().flatMap(callsIn);
}
