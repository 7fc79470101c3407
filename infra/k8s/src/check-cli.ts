import { readFile } from 'node:fs/promises';
import { referenceFaults } from './faults.ts';
import { findKustomize, hasGo, overlays, render, targetsOf, type Variant, variants } from './rendered.ts';
import { type Schemas, schemasOfModules } from './resource-definitions.ts';
import { schemaFaults } from './schema-faults.ts';
import { secretsFile } from './secrets-file.ts';
import { manifestsFolder, writtenFiles } from './write-manifests.ts';

// Prints faults of the manifests and fails if it finds any. The base and the components are compared with the
// topology. The overlays are rendered if kustomize is installed or Go can build it.

async function outdated(): Promise<string[]> {
  const faults = Object.entries(writtenFiles()).map(async ([path, text]) => {
    const stored = await readFile(new URL(path, manifestsFolder), 'utf8').catch(() => '');
    return stored === text ? [] : [`infra/k8s/${path} is not as \`make environment-files\` writes it`];
  });
  return (await Promise.all(faults)).flat();
}

async function missedTargets(kustomize: string, overlay: string): Promise<string[]> {
  const manifests = await render(kustomize, { name: overlay, overlay, components: [] });
  const missed = (await targetsOf(overlay)).filter(
    ({ kind, name }) =>
      !manifests.some(each => each.kind === kind && (name ?? each.metadata.name) === each.metadata.name),
  );
  return missed.map(({ kind, name = '' }) => `${overlay}: changes ${kind} ${name}, which is not there`);
}

async function variantFaults(
  kustomize: string,
  variant: Variant,
  schemas: Schemas | undefined,
): Promise<string[]> {
  const manifests = await render(kustomize, variant);
  const found = [
    ...manifests.flatMap(each => schemaFaults(each, schemas)),
    ...referenceFaults(manifests, secretsFile()),
  ];
  return found.map(fault => `${variant.name}: ${fault}`);
}

async function overlayFaults(kustomize: string): Promise<string[]> {
  const schemas = (await hasGo()) ? await schemasOfModules() : undefined;
  if (!schemas)
    console.log('MongoDBCommunity and ObjectStore are not checked: their schemas are in Go modules.');
  const faults = [
    ...overlays.map(overlay => missedTargets(kustomize, overlay)),
    ...variants.map(variant => variantFaults(kustomize, variant, schemas)),
  ];
  return (await Promise.all(faults)).flat().map(fault => `infra/k8s, ${fault}`);
}

const kustomize = await findKustomize();
if (!kustomize) console.log('The overlays are not rendered: install kustomize, or Go, which builds it.');
const faults = [...(await outdated()), ...(kustomize ? await overlayFaults(kustomize) : [])];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
