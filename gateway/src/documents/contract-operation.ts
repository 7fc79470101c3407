import { api } from '@closingwire/contracts/api';
import type { RouteMeta } from '@closingwire/contracts/route';
import { problemReply } from './problem-reply.ts';

type Schema = { anyOf?: Schema[]; description?: string } & Record<string, unknown>;
type Parameter = { name: string; schema?: Schema; description?: string };

/** An operation as the generator gives it. */
export type Operation = {
  parameters?: Parameter[];
  responses?: Record<string, object>;
} & Record<string, unknown>;

type Failures = Record<string, { status?: number; message?: string } | undefined>;

/** What the contract says of each call, by its operationId. */
const declared = new Map(
  Object.entries(api).flatMap(([service, routes]) =>
    Object.entries(routes).map(([name, procedure]): [string, { meta: object; errorMap: object }] => [
      `${service}.${name}`,
      procedure['~orpc'],
    ]),
  ),
);

/** A query carries text, and `''` counts as absent; a reader needs to know what to write alone. */
function plainSchema({ anyOf: [first] = [], ...schema }: Schema): Schema {
  return first ? { ...plainSchema(first), ...schema } : schema;
}

function plainParameter({ schema = {}, description, ...parameter }: Parameter): Parameter {
  const { description: said, ...plain } = plainSchema(schema);
  const text = description ?? said;
  return { ...parameter, ...(text && { description: text }), schema: plain };
}

function refusalsOf(failures: Failures) {
  const byStatus = new Map<number, string[]>();
  for (const [code, failure] of Object.entries(failures)) {
    if (!failure?.status) continue;
    byStatus.set(failure.status, [
      ...(byStatus.get(failure.status) ?? []),
      `\`${code}\`: ${failure.message ?? code}`,
    ]);
  }
  return Object.fromEntries([...byStatus].map(([status, texts]) => [status, problemReply(texts.join('; '))]));
}

/** Any call with an address or headers that the gateway does not read to their end. */
const tooLong = problemReply('`headers_too_large`: the address or the headers are too long');

/** The generator's operation with what the contract knows and the generator leaves out. */
export function contractOperation(operation: Operation): { operation: Operation; meta: RouteMeta } {
  const definition = declared.get(String(operation.operationId));
  if (!definition) throw new Error(`No call of the contract is named ${operation.operationId}`);
  const { parameters, responses } = operation;
  return {
    meta: definition.meta as RouteMeta,
    operation: {
      ...operation,
      ...(parameters && { parameters: parameters.map(plainParameter) }),
      responses: { ...responses, ...refusalsOf(definition.errorMap as Failures), 431: tooLong },
    },
  };
}
