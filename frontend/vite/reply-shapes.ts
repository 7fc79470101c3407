import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import type { ReplyShape, ReplyShapes } from '../src/lib/reply-shape.ts';

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
const hasDefault = (node: unknown): node is Schema & { default: unknown } =>
  isSchema(node) && 'default' in node;

function objectShape({ properties = {}, required = [] }: Schema): ReplyShape {
  const members = Object.entries(properties);
  const shapes = members.map(([name, member]) => {
    const isNeeded = required.includes(name) && !hasDefault(member);
    return [isNeeded ? name : `${name}?`, memberShape(member)];
  });
  const defaults = members.flatMap(([name, member]) => (hasDefault(member) ? [[name, member.default]] : []));
  return {
    ...Object.fromEntries(shapes),
    ...(defaults.length > 0 && { '=': Object.fromEntries(defaults) }),
  };
}

function shapeOf(schema: Schema): ReplyShape {
  const { type, anyOf = schema.oneOf, items } = schema;
  if (anyOf) return anyOf.map(memberShape);
  if (Array.isArray(type)) return type.map(one => shapeOf({ ...schema, type: one }));
  if (type === 'array') return [memberShape(items)];
  if (type !== 'object') return letters[String(type)] ?? 0;
  return objectShape(schema);
}

function replyShape(call: AnyContractProcedure): ReplyShape {
  const { outputSchema } = call['~orpc'];
  if (!(outputSchema instanceof z.ZodType)) return 0;
  const schema = z.toJSONSchema(outputSchema, { io: 'output', unrepresentable: 'any' });
  return hasDefault(schema) ? { '|': shapeOf(schema) } : shapeOf(schema);
}

/** Maps a contract's calls, without those between services. */
export function mapCalls<Result>(
  contract: Contract,
  map: (call: AnyContractProcedure) => Result,
): Record<string, Record<string, Result>> {
  const services = Object.entries(contract).map(([service, calls]) => {
    const mapped = Object.entries(calls).flatMap(([name, call]) =>
      isContractProcedure(call) && !call['~orpc'].route.path?.startsWith('/internal')
        ? [[name, map(call)]]
        : [],
    );
    return [service, Object.fromEntries(mapped)];
  });
  return Object.fromEntries(services);
}

export type Audience = 'visitors' | 'members' | 'admins';

/** Callers that are no browsers. */
const programs: ReadonlySet<unknown> = new Set(['internal', 'ingest', 'partner']);

/** Returns null for calls that no browser makes. */
export function audienceOf(call: AnyContractProcedure): Audience | null {
  const { access } = call['~orpc'].meta;
  if (programs.has(access)) return null;
  if (access === 'admin') return 'admins';
  return access === 'public' ? 'visitors' : 'members';
}

/**
 * Returns the shapes of all replies, small enough for browsers: the schemas take 60 KB. `who` selects the calls of an
 * audience; JSON leaves out the rest.
 */
export const shapesOf = (contract: Contract, who?: Audience): ReplyShapes =>
  mapCalls(contract, call => {
    const isWanted = who === undefined || audienceOf(call) === who;
    return isWanted ? replyShape(call) : (undefined as unknown as ReplyShape);
  });
