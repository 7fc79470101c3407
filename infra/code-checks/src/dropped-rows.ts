import { Visitor } from 'oxc-parser';
import { isTest, type Source } from './source.ts';

const READS = new Set(['query', 'one', 'maybe']);
/** Statements that are run for their lock or their wake-up, whose rows mean nothing. */
const LOCKS = /for (?:no key )?(?:update|share|key share)|advisory|lock table|pg_notify|_LOCK\b/i;
/** Connections and pools of pg itself have no `execute`. */
const DRIVER = /client|pool|connection/i;

/** Queries whose rows nobody reads, as lines to print: they are for `execute`, which a transaction pipelines. */
export function droppedRowsIn({ file, program, lineAt }: Source, text: string): string[] {
  if (isTest(file)) return [];
  const found: string[] = [];
  new Visitor({
    ExpressionStatement({ expression }) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return;
      // `Pg` and `Tx` take no texts: such a call is to the driver.
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
