import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';

/** Go builds a missing kustomize from this module. */
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1';

const folderOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const overlays = ['small', 'large', 'example'] as const;

const secure = ['kafka-tls', 'mongo-tls', 'postgres-tls', 'postgres-archive', 'cert-manager'];
const own = ['own-postgres', 'own-kafka', 'own-mongo'];

/** An overlay with components that an operator adds. */
export type Variant = { name: string; overlay: string; components: readonly string[] };

/** Each overlay alone, with each component, and with useful combinations. */
export const variants: readonly Variant[] = [
  ...overlays.map(overlay => ({ name: overlay, overlay, components: [] })),
  ...[...secure, ...own].map(name => ({ name: `small-${name}`, overlay: 'small', components: [name] })),
  { name: 'large-secure', overlay: 'large', components: secure },
  { name: 'large-own', overlay: 'large', components: [...own, 'cert-manager'] },
];

/** Returns the folder from which Kustomize builds the variant. */
export async function folderOfVariant({ name, overlay, components }: Variant): Promise<string> {
  if (components.length === 0) return folderOf(`overlays/${overlay}`);
  const folder = `${localDirectory}/k8s/${name}`;
  await mkdir(folder, { recursive: true });
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'closingwire',
    resources: [relative(folder, folderOf(`overlays/${overlay}`))],
    components: components.map(each => relative(folder, folderOf(`components/${each}`))),
  };
  await writeFile(`${folder}/kustomization.yaml`, stringify(kustomization));
  return folder;
}

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
/** An object of a rendered overlay. */
export type Manifest = z.output<typeof manifest>;

const works = async (command: string, argument: string) =>
  (await execa(command, [argument], { reject: false })).exitCode === 0;

export const hasGo = () => works('go', 'version');

/** Returns the command that renders overlays; undefined without kustomize and Go. */
export async function findKustomize(): Promise<string | undefined> {
  if (await works('kustomize', 'version')) return 'kustomize';
  const folder = `${localDirectory}/go-bin`;
  const built = `${folder}/kustomize`;
  if (!existsSync(built) && (await hasGo()))
    await execa('go', ['install', KUSTOMIZE], { env: { GOBIN: folder } });
  return existsSync(built) ? built : undefined;
}

/** Parses rendered YAML into objects. */
export const manifestsIn = (yaml: string): Manifest[] =>
  parseAllDocuments(yaml).map(document => manifest.parse(document.toJS()));

/** Returns all objects of a variant as a cluster gets them. */
export async function render(kustomize: string, variant: Variant): Promise<Manifest[]> {
  const { stdout } = await execa(kustomize, ['build', await folderOfVariant(variant)]);
  return manifestsIn(stdout);
}

const kustomization = z.object({
  replicas: z.array(z.object({ name: z.string() })).default([]),
  patches: z
    .array(z.object({ target: z.object({ kind: z.string(), name: z.string().optional() }) }))
    .default([]),
});

/** Returns the targets of an overlay's patches. Kustomize ignores a missing target silently. */
export async function targetsOf(overlay: string): Promise<{ kind: string; name?: string | undefined }[]> {
  const text = await readFile(folderOf(`overlays/${overlay}/kustomization.yaml`), 'utf8');
  const { replicas, patches } = kustomization.parse(parse(text));
  return [
    ...replicas.map(({ name }) => ({ kind: 'Deployment', name })),
    ...patches.map(({ target }) => target),
  ];
}
