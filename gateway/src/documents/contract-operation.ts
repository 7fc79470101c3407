import { api } from '@closingwire/contracts/api';
import type { RouteMeta } from '@closingwire/contracts/route';
import { gatewayRefusals, type Refusal, repliesTo } from './refusals.ts';

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

/** What the contract names, of its caller's access and of the call itself. */
const declaredRefusals = (failures: Failures): Refusal[] =>
  Object.entries(failures).flatMap(([code, failure]) =>
    failure?.status ? [{ code, status: failure.status, message: failure.message ?? code }] : [],
  );

/** The generator's operation with what the contract knows and the generator leaves out. */
export function contractOperation(
  operation: Operation,
  method: string,
): { operation: Operation; meta: RouteMeta } {
  const definition = declared.get(String(operation.operationId));
  if (!definition) throw new Error(`No call of the contract is named ${operation.operationId}`);
  const { parameters, responses } = operation;
  const meta = definition.meta as RouteMeta;
  const call = { meta, method, hasBody: operation.requestBody !== undefined };
  const refusals = [...declaredRefusals(definition.errorMap as Failures), ...gatewayRefusals(call)];
  return {
    meta,
    operation: {
      ...operation,
      ...(parameters && { parameters: parameters.map(plainParameter) }),
      responses: { ...responses, ...repliesTo(refusals) },
    },
  };
}
