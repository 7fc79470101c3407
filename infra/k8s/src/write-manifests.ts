import { mkdir, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { operationManifests } from './command-line.ts';
import type { Component, Patch } from './component.ts';
import { components } from './components.ts';
import { SETTINGS, usualSettings } from './environment.ts';
import { networkManifests, scalingManifests } from './network-and-scaling.ts';
import { processManifests } from './processes.ts';
import { secretsFile } from './secrets-file.ts';
import { serverManifests } from './servers.ts';

const WRITTEN = '# Written by `make environment-files`, from infra/k8s/src.\n';

type Checked = { validate?: () => void };

/** Throws if a manifest does not match its schema. tsc finds unknown fields. */
function checked<M extends object>(manifest: M): M {
  (manifest as Checked).validate?.();
  return manifest;
}

const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

const yamlOf = (manifests: readonly object[]): string =>
  WRITTEN + manifests.map(each => stringify(plain(checked(each)))).join('---\n');

const settingsOf = (): string =>
  WRITTEN +
  Object.entries(usualSettings())
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const patchOf = ({ target, operations, merge = {} }: Patch) => ({
  target,
  patch: stringify(plain(operations ?? merge)),
});

const kustomizationOf = ({ about, manifests, patches, settings }: Component): string =>
  `# ${about}\n${WRITTEN}${stringify({
    apiVersion: 'kustomize.config.k8s.io/v1alpha1',
    kind: 'Component',
    ...(manifests && { resources: ['resources.yaml'] }),
    ...(settings && {
      configMapGenerator: [
        {
          name: SETTINGS,
          behavior: 'merge',
          literals: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
        },
      ],
    }),
    ...(patches && { patches: patches.map(patchOf) }),
  })}`;

const componentFiles = (): [string, string][] =>
  Object.entries(components()).flatMap(([name, component]): [string, string][] => [
    [`components/${name}/kustomization.yaml`, kustomizationOf(component)],
    ...(component.manifests
      ? [[`components/${name}/resources.yaml`, yamlOf(component.manifests)] as [string, string]]
      : []),
  ]);

/** Generated files by path in infra/k8s. */
export const writtenFiles = (): Record<string, string> => ({
  'base/processes.yaml': yamlOf(processManifests()),
  'base/command-line.yaml': yamlOf(operationManifests()),
  'base/servers.yaml': yamlOf(serverManifests()),
  'base/network.yaml': yamlOf(networkManifests()),
  'base/scaling.yaml': yamlOf(scalingManifests()),
  'base/settings.env': settingsOf(),
  'secrets.env.example': secretsFile(),
  ...Object.fromEntries(componentFiles()),
});

export const manifestsFolder = new URL('../', import.meta.url);

if (import.meta.main) {
  for (const [path, text] of Object.entries(writtenFiles())) {
    const file = new URL(path, manifestsFolder);
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, text);
  }
}
