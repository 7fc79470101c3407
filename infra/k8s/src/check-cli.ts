import { readFile } from 'node:fs/promises';
import { referenceFaults, schemaFaults } from './faults.ts';
import { findKustomize, hasGo, mongoSchema, overlays, render, targetsOf } from './rendered.ts';
import { baseFiles, baseFolder } from './write-manifests.ts';

// Prints what is wrong with the manifests, and fails when something is. What is in the base is written from the topology
// and typed; overlays are rendered, where kustomize is installed or Go can build it.

const runbook = new URL('../../../docs/runbooks/kubernetes.md', import.meta.url);

async function outdated(): Promise<string[]> {
  const faults = Object.entries(baseFiles()).map(async ([file, text]) => {
    const stored = await readFile(new URL(file, baseFolder), 'utf8').catch(() => '');
    return stored === text ? [] : [`infra/k8s/base/${file} is not as \`make environment-files\` writes it`];
  });
  return (await Promise.all(faults)).flat();
}

async function overlayFaults(kustomize: string): Promise<string[]> {
  const documented = await readFile(runbook, 'utf8');
  const mongo = (await hasGo()) ? await mongoSchema() : undefined;
  if (!mongo)
    console.log('MongoDBCommunity is not checked: its schema is in a Go module, and Go is not installed.');
  const faults = overlays.map(async overlay => {
    const manifests = await render(kustomize, overlay);
    const missed = (await targetsOf(overlay)).filter(
      ({ kind, name }) =>
        !manifests.some(each => each.kind === kind && (name ?? each.metadata.name) === each.metadata.name),
    );
    const found = [
      ...missed.map(({ kind, name = '' }) => `changes ${kind} ${name}, which is not there`),
      ...manifests.flatMap(each => schemaFaults(each, mongo)),
      ...referenceFaults(manifests, documented),
    ];
    return found.map(fault => `infra/k8s/overlays/${overlay}: ${fault}`);
  });
  return (await Promise.all(faults)).flat();
}

const kustomize = await findKustomize();
if (!kustomize) console.log('The overlays are not rendered: install kustomize, or Go, which builds it.');
const faults = [...(await outdated()), ...(kustomize ? await overlayFaults(kustomize) : [])];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
