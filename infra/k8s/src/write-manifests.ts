import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { usualSettings } from './environment.ts';
import { networkManifests, scalingManifests } from './network-and-scaling.ts';
import { processManifests } from './processes.ts';
import { serverManifests } from './servers.ts';

const WRITTEN = '# Written by `make environment-files`, from infra/k8s/src.\n';

type Manifest = { kind: string };

/** Throws where a manifest is not as the schema of its kind describes it; tsc finds fields that no schema has. */
function checked(manifest: Manifest & { validate?: () => void }): Manifest {
  manifest.validate?.();
  return manifest;
}

const yamlOf = (manifests: readonly Manifest[]): string =>
  WRITTEN + manifests.map(each => stringify(JSON.parse(JSON.stringify(checked(each))))).join('---\n');

const settingsOf = (): string =>
  WRITTEN +
  Object.entries(usualSettings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** The base of the manifests, by their files. */
export const baseFiles = (): Record<string, string> => ({
  'processes.yaml': yamlOf(processManifests()),
  'servers.yaml': yamlOf(serverManifests()),
  'network.yaml': yamlOf(networkManifests()),
  'scaling.yaml': yamlOf(scalingManifests()),
  'settings.env': settingsOf(),
});

export const baseFolder = new URL('../base/', import.meta.url);

if (import.meta.main) {
  for (const [file, text] of Object.entries(baseFiles())) await writeFile(new URL(file, baseFolder), text);
}
