import { Visitor } from 'oxc-parser';
import { isTest, type Source } from './source.ts';

const READS = new Set(['query', 'one', 'maybe']);
/** Statements that the code runs for a lock or a notification: it needs no rows. */
const LOCKS = /for (?:no key )?(?:update|share|key share)|advisory|lock table|pg_notify|_LOCK\b/i;
/** Names of the pg driver's own clients, pools and connections. These have no `execute`, so the check skips them. */
const DRIVER = /client|pool|connection/i;

/**
 * Returns, as lines to print, the calls of `query` whose rows the code drops. It should call `execute`, which a
 * transaction pipelines.
 */
export function droppedRowsIn({ file, program, lineAt }: Source, text: string): string[] {
  if (isTest(file)) return [];
  const found: string[] = [];
  new Visitor({
    ExpressionStatement({ expression }) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return;
      // `Pg` and `Tx` accept no plain text, so a call with a text goes to the driver.
      if (['Literal', 'TemplateLiteral'].includes(call.arguments[0]?.type ?? '')) return;
      const { object, property } = call.callee;
      if (property.type !== 'Identifier' || !READS.has(property.name)) return;
      const receiver = text.slice(object.start, object.end);
      if (DRIVER.test(receiver) || LOCKS.test(text.slice(call.start, call.end))) return;
      found.push(
        `${file}:${lineAt(call.start)}: expected a use of the rows of ${receiver}.${property.name}, or execute`,
      );
    },
  }).visit(program);
  return found;
}
