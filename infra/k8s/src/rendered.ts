import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** Where Go is, what a machine lacks is built from these modules. */
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1';
const MONGO_OPERATOR = 'github.com/mongodb/mongodb-kubernetes-operator@v0.9.0';

export const overlays = ['small', 'large'] as const;

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
/** One object of a rendered overlay. */
export type Manifest = z.output<typeof manifest>;

const works = async (command: string, argument: string) =>
  (await execa(command, [argument], { reject: false })).exitCode === 0;

export const hasGo = () => works('go', 'version');

/** The command that renders overlays; undefined where there is none and no Go to build it. */
export async function findKustomize(): Promise<string | undefined> {
  if (await works('kustomize', 'version')) return 'kustomize';
  const folder = `${localDirectory}/go-bin`;
  const own = `${folder}/kustomize`;
  if (!existsSync(own) && (await hasGo()))
    await execa('go', ['install', KUSTOMIZE], { env: { GOBIN: folder } });
  return existsSync(own) ? own : undefined;
}

/** Every object of an overlay, as a cluster would get it. */
export async function render(kustomize: string, overlay: string): Promise<Manifest[]> {
  const folder = fileURLToPath(new URL(`../overlays/${overlay}`, import.meta.url));
  const { stdout } = await execa(kustomize, ['build', folder]);
  return parseAllDocuments(stdout).map(document => manifest.parse(document.toJS()));
}

const kustomization = z.object({
  replicas: z.array(z.object({ name: z.string() })).default([]),
  patches: z.array(z.object({ target: z.object({ kind: z.string(), name: z.string().optional() }) })),
});

/** What an overlay means to change. Kustomize passes over a target that is not there without a word. */
export async function targetsOf(overlay: string): Promise<{ kind: string; name?: string | undefined }[]> {
  const file = new URL(`../overlays/${overlay}/kustomization.yaml`, import.meta.url);
  const { replicas, patches } = kustomization.parse(parse(await readFile(file, 'utf8')));
  return [
    ...replicas.map(({ name }) => ({ kind: 'Deployment', name })),
    ...patches.map(({ target }) => target),
  ];
}

const resourceDefinition = z.object({
  spec: z.object({
    versions: z.array(z.object({ schema: z.object({ openAPIV3Schema: z.record(z.string(), z.unknown()) }) })),
  }),
});

/** The schema of MongoDBCommunity, which only its operator's Go module has. */
export async function mongoSchema(): Promise<Record<string, unknown>> {
  const { stdout } = await execa('go', ['mod', 'download', '-json', MONGO_OPERATOR], { cwd: '/' });
  const { Dir: folder } = z.object({ Dir: z.string() }).parse(JSON.parse(stdout));
  const file = `${folder}/config/crd/bases/mongodbcommunity.mongodb.com_mongodbcommunity.yaml`;
  const [version] = resourceDefinition.parse(parse(await readFile(file, 'utf8'))).spec.versions;
  return version?.schema.openAPIV3Schema ?? {};
}
