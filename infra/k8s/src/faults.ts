import * as cnpg from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as strimzi from '@kubernetes-models/strimzi-kafka-operator/kafka.strimzi.io/v1';
import { Ajv } from 'ajv';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { z } from 'zod';
import { SECRETS } from './environment.ts';
import type { Manifest } from './rendered.ts';

type Model = new (data: never) => { validate(): void };

const kinds: Record<string, object> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'postgresql.cnpg.io/v1': cnpg,
  'kafka.strimzi.io/v1': strimzi,
  'keda.sh/v1alpha1': keda,
};

const isMongo = ({ kind }: Manifest) => kind === 'MongoDBCommunity';
const titleOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** What in a manifest the schema of its kind refuses; without a schema of MongoDB's operator that one is passed over. */
export function schemaFaults(manifest: Manifest, mongo: Record<string, unknown> | undefined): string[] {
  if (isMongo(manifest)) return mongo ? mongoFaults(manifest, mongo) : [];
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

function mongoFaults(manifest: Manifest, schema: Record<string, unknown>): string[] {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(closed(schema) as object);
  if (validate(manifest)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${titleOf(manifest)}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** A schema that refuses fields which it does not name. */
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

const labels = z.record(z.string(), z.string());
const reference = z.object({ kind: z.string().default('Deployment'), name: z.string() });
const pod = z.object({
  metadata: z.object({ labels }),
  spec: z.object({
    containers: z.array(
      z.object({
        image: z.string(),
        resources: z.object({
          requests: z.object({ cpu: z.string(), memory: z.string() }),
          limits: z.object({ memory: z.string() }),
        }),
        securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
        startupProbe: z.object({ httpGet: z.object({ port: z.literal('management') }) }),
        livenessProbe: z.object({ httpGet: z.object({ port: z.literal('management') }) }),
        readinessProbe: z.object({ httpGet: z.object({ port: z.literal('management') }) }),
        envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
        env: z.array(
          z.object({
            name: z.string(),
            value: z.string().optional(),
            valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
          }),
        ),
      }),
    ),
  }),
});

const podOf = (manifest: Manifest) =>
  z.object({ spec: z.object({ template: pod }) }).parse(manifest).spec.template;

const selectors: Record<string, (manifest: Manifest) => Record<string, string>> = {
  Service: manifest => z.object({ spec: z.object({ selector: labels }) }).parse(manifest).spec.selector,
  PodDisruptionBudget: manifest =>
    z.object({ spec: z.object({ selector: z.object({ matchLabels: labels }) }) }).parse(manifest).spec
      .selector.matchLabels,
};

const cluster = z.object({
  kind: z.literal('Cluster'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    instances: z.number(),
    postgresql: z.object({ parameters: z.record(z.string(), z.string()).default({}) }).optional(),
  }),
});

/** The cluster of CloudNativePG one of whose servers has these labels, which name it. */
function clusterOf(manifests: readonly unknown[], wanted: Record<string, string>) {
  const { 'cnpg.io/cluster': name, 'cnpg.io/instanceName': instance } = wanted;
  return manifests
    .flatMap(each => cluster.safeParse(each).data ?? [])
    .find(({ metadata, spec }) => {
      const instances = Array.from({ length: spec.instances }, (_, n) => `${name}-${n + 1}`);
      return metadata.name === name && instance !== undefined && instances.includes(instance);
    });
}

/** A server that is read by its name may be a standby, whose reads end while the primary knows nothing of them. */
function standbyFaults(manifests: readonly Manifest[]): string[] {
  return manifests
    .flatMap(each => clusterOf(manifests, selectors[each.kind]?.(each) ?? {}) ?? [])
    .filter(({ spec }) => spec.postgresql?.parameters.hot_standby_feedback !== 'on')
    .map(({ metadata }) => `Cluster ${metadata.name} is read at a standby, without hot_standby_feedback`);
}

/** What refers to something that is not there, and what a process lacks. `documented`: the text that lists the secrets. */
export function referenceFaults(manifests: readonly Manifest[], documented: string): string[] {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  const names = new Set(manifests.map(titleOf));
  const pods = deployments.map(podOf);
  const selects = (wanted: Record<string, string>) =>
    pods.some(({ metadata }) =>
      Object.entries(wanted).every(([name, value]) => metadata.labels[name] === value),
    );
  const isMade = (wanted: Record<string, string>) => clusterOf(manifests, wanted) !== undefined;
  const unselected = manifests.filter(each => {
    const selector = selectors[each.kind]?.(each);
    return selector !== undefined && !selects(selector) && !isMade(selector);
  });
  const targets = manifests.flatMap(each => {
    const target = z.object({ spec: z.object({ scaleTargetRef: reference }) }).safeParse(each).data
      ?.spec.scaleTargetRef;
    return target ? [`${target.kind} ${target.name}`] : [];
  });
  const containers = pods.flatMap(({ spec }) => spec.containers);
  const settings = containers.flatMap(({ envFrom }) =>
    envFrom.map(({ configMapRef }) => `ConfigMap ${configMapRef.name}`),
  );
  const keys = containers.flatMap(({ env }) =>
    env.flatMap(({ valueFrom }) =>
      valueFrom?.secretKeyRef.name === SECRETS ? [valueFrom.secretKeyRef.key] : [],
    ),
  );
  return [
    ...unselected.map(each => `${titleOf(each)} selects no pod`),
    ...[...targets, ...settings]
      .filter(name => !names.has(name))
      .map(name => `${name} is referred to and is not there`),
    ...[...new Set(keys)]
      .filter(key => !documented.includes(`\`${key}\``))
      .map(key => `the runbook does not name the secret ${key}`),
    ...standbyFaults(manifests),
    ...containers.filter(({ image }) => !image.includes('/')).map(() => 'an image has no registry'),
  ];
}
