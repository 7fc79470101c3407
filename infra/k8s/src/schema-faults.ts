import * as cnpg from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as strimzi from '@kubernetes-models/strimzi-kafka-operator/kafka.strimzi.io/v1';
import { Ajv } from 'ajv';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import type { Manifest } from './rendered.ts';
import type { Schemas } from './resource-definitions.ts';

type Model = new (data: never) => { validate(): void };

const kinds: Record<string, object> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'postgresql.cnpg.io/v1': cnpg,
  'kafka.strimzi.io/v1': strimzi,
  'keda.sh/v1alpha1': keda,
};

/** Only Go modules contain the schemas of these kinds. */
const ofModules = ['MongoDBCommunity', 'ObjectStore'];

export const titleOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** Validates a manifest against the schema of its kind. Kinds from Go modules pass if their schemas are absent. */
export function schemaFaults(manifest: Manifest, schemas: Schemas | undefined): string[] {
  if (ofModules.includes(manifest.kind)) {
    const schema = schemas?.[manifest.kind];
    return schema ? closedSchemaFaults(manifest, schema) : [];
  }
  const models = kinds[manifest.apiVersion] as Record<string, Model> | undefined;
  const Kind = models?.[manifest.kind];
  if (!Kind) return [`${titleOf(manifest)}: expected a kind with a schema, got ${manifest.apiVersion}`];
  try {
    new Kind(manifest as never).validate();
    return [];
  } catch (error) {
    return [`${titleOf(manifest)}: ${error instanceof Error ? error.message : error}`];
  }
}

function closedSchemaFaults(manifest: Manifest, schema: Record<string, unknown>): string[] {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(closed(schema) as object);
  if (validate(manifest)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${titleOf(manifest)}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Returns the schema without permission for unknown fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, value]) => [name, closed(value)] as const);
  const isOpen = 'x-kubernetes-preserve-unknown-fields' in schema || !('properties' in schema);
  const isMetadata = Object.keys(schema).length === 1;
  return Object.fromEntries([
    ...entries,
    ...(isOpen || isMetadata ? [] : [['additionalProperties', false] as const]),
  ]);
}
