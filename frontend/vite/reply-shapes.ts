import { z } from 'zod';
import type { ReplyShape, ReplyShapes } from '../src/lib/reply-shape.ts';

type Procedure = { '~orpc': { route: { path?: string }; outputSchema?: unknown } };
type Contract = { [service: string]: { [call: string]: unknown } };

type Schema = z.core.JSONSchema.BaseSchema;

const letters: Record<string, ReplyShape> = {
  string: 's',
  number: 'n',
  integer: 'n',
  boolean: 'b',
  null: 'z',
};

const isSchema = (node: unknown): node is Schema => typeof node === 'object' && node !== null;
const memberShape = (node: unknown): ReplyShape => (isSchema(node) ? shapeOf(node) : 0);

function shapeOf(schema: Schema): ReplyShape {
  const { type, anyOf = schema.oneOf, items, properties, required = [] } = schema;
  if (anyOf) return anyOf.map(memberShape);
  if (Array.isArray(type)) return type.map(one => shapeOf({ ...schema, type: one }));
  if (type === 'array') return [memberShape(items)];
  if (type !== 'object') return letters[String(type)] ?? 0;
  return Object.fromEntries(required.map(name => [name, memberShape(properties?.[name])]));
}

const isProcedure = (node: unknown): node is Procedure =>
  typeof node === 'object' && node !== null && '~orpc' in node;

function replyShape(call: Procedure): ReplyShape {
  const { outputSchema } = call['~orpc'];
  if (!(outputSchema instanceof z.ZodType)) return 0;
  return shapeOf(z.toJSONSchema(outputSchema, { io: 'output', unrepresentable: 'any' }));
}

/** What each call of the contract replies, small enough for browsers: the schemas themselves weigh 60 KB. */
export function shapesOf(contract: Contract): ReplyShapes {
  const services = Object.entries(contract).map(([service, calls]) => {
    const shapes = Object.entries(calls).flatMap(([name, call]) =>
      isProcedure(call) && !call['~orpc'].route.path?.startsWith('/internal')
        ? [[name, replyShape(call)]]
        : [],
    );
    return [service, Object.fromEntries(shapes)];
  });
  return Object.fromEntries(services);
}
