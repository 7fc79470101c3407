import { z } from 'zod';
import { SECRETS, SETTINGS, settingNames } from './environment.ts';
import type { Manifest } from './rendered.ts';
import { titleOf } from './schema-faults.ts';

const labels = z.record(z.string(), z.string());
const reference = z.object({ kind: z.string().default('Deployment'), name: z.string() });
const probe = z.object({ httpGet: z.object({ port: z.literal('management') }) });
const container = z.object({
  image: z.string(),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
});
const probed = container.extend({ startupProbe: probe, livenessProbe: probe, readinessProbe: probe });
const claims = z
  .array(z.object({ persistentVolumeClaim: z.object({ claimName: z.string() }).optional() }))
  .default([]);
const podOf = <C extends z.ZodType>(each: C) =>
  z.object({
    metadata: z.object({ labels }),
    spec: z.object({ containers: z.array(each), volumes: claims }),
  });
const deployment = z.object({ spec: z.object({ template: podOf(probed) }) });
const cronJob = z.object({
  spec: z.object({
    jobTemplate: z.object({ spec: z.object({ template: podOf(container) }) }),
  }),
});

function podsIn({ kind, ...manifest }: Manifest) {
  if (kind === 'Deployment') return [deployment.parse(manifest).spec.template];
  return kind === 'CronJob' ? [cronJob.parse(manifest).spec.jobTemplate.spec.template] : [];
}

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

/** Returns the CloudNativePG cluster whose servers have these labels. */
function clusterOf(manifests: readonly unknown[], wanted: Record<string, string>) {
  const { 'cnpg.io/cluster': name, 'cnpg.io/instanceName': instance } = wanted;
  return manifests
    .flatMap(each => cluster.safeParse(each).data ?? [])
    .find(({ metadata, spec }) => {
      const instances = Array.from({ length: spec.instances }, (_, n) => `${name}-${n + 1}`);
      return metadata.name === name && instance !== undefined && instances.includes(instance);
    });
}

/**
 * Finds clusters without hot_standby_feedback of which a service selects one server. That server may be a standby,
 * which could then cancel long reads.
 */
function standbyFaults(manifests: readonly Manifest[]): string[] {
  return manifests
    .flatMap(each => clusterOf(manifests, selectors[each.kind]?.(each) ?? {}) ?? [])
    .filter(({ spec }) => spec.postgresql?.parameters.hot_standby_feedback !== 'on')
    .map(({ metadata }) => `Cluster ${metadata.name} is read at a standby, without hot_standby_feedback`);
}

const settingsMap = z.object({
  kind: z.literal('ConfigMap'),
  metadata: z.object({ name: z.string().startsWith(SETTINGS) }),
  data: z.record(z.string(), z.string()).default({}),
});
const ingress = z.object({
  kind: z.literal('Ingress'),
  spec: z.object({
    tls: z.array(z.object({ hosts: z.array(z.string()) })).default([]),
    rules: z.array(z.object({ host: z.string() })),
  }),
});

/** Finds settings that no process reads, and a public address that the Ingress does not serve with TLS. */
function settingFaults(manifests: readonly Manifest[]): string[] {
  const settings = Object.assign({}, ...manifests.map(each => settingsMap.safeParse(each).data?.data ?? {}));
  const names = settingNames();
  const host = URL.parse(settings.PUBLIC_URL ?? '')?.host;
  const hosts = manifests.flatMap(each => {
    const { spec } = ingress.safeParse(each).data ?? {};
    return spec ? [...spec.rules.map(rule => rule.host), spec.tls.flatMap(tls => tls.hosts).join(' ')] : [];
  });
  return [
    ...Object.keys(settings)
      .filter(name => !names.has(name))
      .map(name => `no process reads the setting ${name}, or it belongs in ${SECRETS}`),
    ...hosts
      .filter(each => each !== host)
      .map(each => `the Ingress serves '${each}', and PUBLIC_URL is ${settings.PUBLIC_URL ?? 'not set'}`),
  ];
}

const secretReference = z.object({ name: z.literal(SECRETS), key: z.string() });

/** Returns the keys of the operator's secret that a manifest refers to. */
function secretKeysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { data } = secretReference.safeParse(value);
  return data ? [data.key] : Object.values(value).flatMap(secretKeysIn);
}

const scaled = z.object({ spec: z.object({ scaleTargetRef: reference }) });
const triggered = z.object({
  spec: z.object({
    triggers: z.array(z.object({ authenticationRef: z.object({ name: z.string() }).optional() })),
  }),
});
const archived = z.object({
  spec: z.object({
    plugins: z.array(z.object({ parameters: z.object({ barmanObjectName: z.string() }) })),
  }),
});
const ofCluster = z.object({ spec: z.object({ cluster: z.object({ name: z.string() }) }) });

/** Returns the titles of objects that a manifest refers to. */
function namedIn(manifest: Manifest): string[] {
  const pods = podsIn(manifest);
  const target = scaled.safeParse(manifest).data?.spec.scaleTargetRef;
  return [
    ...(target ? [`${target.kind} ${target.name}`] : []),
    ...pods.flatMap(({ spec }) =>
      spec.containers.flatMap(({ envFrom }) => envFrom.map(each => `ConfigMap ${each.configMapRef.name}`)),
    ),
    ...pods
      .flatMap(({ spec }) => spec.volumes.flatMap(volume => volume.persistentVolumeClaim ?? []))
      .map(({ claimName }) => `PersistentVolumeClaim ${claimName}`),
    ...(triggered.safeParse(manifest).data?.spec.triggers ?? [])
      .flatMap(({ authenticationRef }) => authenticationRef ?? [])
      .map(({ name }) => `TriggerAuthentication ${name}`),
    ...(archived.safeParse(manifest).data?.spec.plugins ?? []).map(
      ({ parameters }) => `ObjectStore ${parameters.barmanObjectName}`,
    ),
    ...[ofCluster.safeParse(manifest).data?.spec.cluster ?? []].flat().map(({ name }) => `Cluster ${name}`),
  ];
}

/**
 * Finds references to missing objects, and processes without a required key. `documented` lists the keys of the
 * secret.
 */
export function referenceFaults(manifests: readonly Manifest[], documented: string): string[] {
  const names = new Set(manifests.map(titleOf));
  const pods = manifests.flatMap(podsIn);
  const selects = (wanted: Record<string, string>) =>
    pods.some(({ metadata }) =>
      Object.entries(wanted).every(([name, value]) => metadata.labels[name] === value),
    );
  const unselected = manifests.filter(each => {
    const selector = selectors[each.kind]?.(each);
    return selector !== undefined && !selects(selector) && clusterOf(manifests, selector) === undefined;
  });
  const keys = new Set(manifests.flatMap(secretKeysIn));
  const images = pods.flatMap(({ spec }) => spec.containers.map(({ image }) => image));
  return [
    ...unselected.map(each => `${titleOf(each)} selects no pod`),
    ...manifests
      .flatMap(namedIn)
      .filter(name => !names.has(name))
      .map(name => `${name} is referred to and is not there`),
    ...[...keys]
      .filter(key => !documented.includes(`#${key}=`))
      .map(key => `secrets.env.example does not list the key ${key}`),
    ...standbyFaults(manifests),
    ...settingFaults(manifests),
    ...images.filter(image => !image.includes('/')).map(() => 'an image has no registry'),
  ];
}
