import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { poll } from '@closingwire/local/poll';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { folderOfVariant, type Manifest, manifestsIn, variants } from '../src/rendered.ts';
import { secretsFile } from '../src/secrets-file.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { operatorKinds } from './operator-kinds.ts';

/** The first build takes this long on two busy cores. */
const BUILD_MS = 1_800_000;

/** Returns a folder that is removed after the test. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(`${tmpdir()}/manifests-`);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

let plane: ControlPlane;
const kubectl: ControlPlane['kubectl'] = (...args) => plane.kubectl(...args);

beforeAll(async () => {
  plane = await startControlPlane();
  const kinds = (await operatorKinds()).map(kind => stringify(kind)).join('---\n');
  await kubectl(['create', '--filename=-'], kinds);
  await kubectl(['wait', 'crd', '--all', '--for=condition=Established', '--timeout=60s']);
  await kubectl(['create', 'namespace', 'closingwire']);
  const standard = (mode: string) => `pod-security.kubernetes.io/${mode}=restricted`;
  await kubectl(['label', 'namespace', 'closingwire', standard('enforce'), standard('warn')]);
}, BUILD_MS);
afterAll(() => plane?.stop());

const renderedBy = async (name: string): Promise<Manifest[]> => {
  const variant = variants.find(each => each.name === name);
  if (!variant) throw new Error(`expected a variant, got ${name}`);
  return manifestsIn((await kubectl(['kustomize', await folderOfVariant(variant)])).stdout);
};

const stored = z.object({
  items: z.array(
    z.object({ kind: z.string(), metadata: z.object({ name: z.string(), resourceVersion: z.string() }) }),
  ),
});

/** Returns the version of each object in a folder. The API server raises the version of a changed object. */
async function versionsOf(folder: string): Promise<string[]> {
  const { stdout } = await kubectl(['get', '--kustomize', folder, '--output=json']);
  return stored
    .parse(JSON.parse(stdout))
    .items.map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.resourceVersion}`);
}

test.each(variants)('$name is accepted, and applying it twice changes nothing', async variant => {
  const folder = await folderOfVariant(variant);
  const { stderr } = await kubectl(['apply', '--kustomize', folder]);
  // The namespace's security standard prints a warning for a pod that it forbids.
  expect(stderr).toBe('');
  const first = await versionsOf(folder);
  expect(first).toHaveLength((await renderedBy(variant.name)).length);
  await kubectl(['apply', '--kustomize', folder]);
  expect(await versionsOf(folder)).toEqual(first);
});

type Workload = { template: { metadata: object; spec: object } };
const templateOf = ({ kind, spec }: Manifest): Workload['template'] =>
  kind === 'CronJob'
    ? (spec as { jobTemplate: { spec: Workload } }).jobTemplate.spec.template
    : (spec as Workload).template;

test('every pod is admitted under the restricted security standard', async () => {
  await kubectl([
    'apply',
    '--kustomize',
    await folderOfVariant({ name: 'small', overlay: 'small', components: [] }),
  ]);
  const workloads = (await renderedBy('large-secure')).filter(({ kind }) =>
    ['Deployment', 'CronJob'].includes(kind),
  );
  expect(workloads.length).toBeGreaterThan(8);
  for (const workload of workloads) {
    const { metadata, spec } = templateOf(workload);
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, name: workload.metadata.name },
      spec: { ...spec },
    };
    const { stdout } = await kubectl(['create', '--dry-run=server', '--filename=-'], JSON.stringify(pod));
    expect(stdout).toContain('created (server dry run)');
  }
});

describe('an unknown field', () => {
  const kinds = [
    'Deployment',
    'CronJob',
    'Ingress',
    'NetworkPolicy',
    'HorizontalPodAutoscaler',
    'Cluster',
    'Database',
    'ScheduledBackup',
    'ObjectStore',
    'MongoDBCommunity',
    'ScaledObject',
    'TriggerAuthentication',
  ];
  test.each(kinds)('is refused in a %s', async kind => {
    const found = (await renderedBy('large-secure')).find(each => each.kind === kind);
    if (!found) throw new Error(`expected a ${kind} among the manifests`);
    const wrong = { ...found, spec: { ...(found.spec as object), unheardOf: 1 } };
    await expect(kubectl(['apply', '--filename=-'], JSON.stringify(wrong))).rejects.toThrow(
      /unknown field "spec.unheardOf"/,
    );
  });
});

test('the example of the secrets becomes the keys that the processes read', async () => {
  const filled = secretsFile().replaceAll(/^#([a-z0-9-]+)=$/gm, '$1=some-value');
  const file = `${await temporaryFolder()}/secrets.env`;
  await writeFile(file, filled);
  await kubectl(['create', 'secret', 'generic', 'closingwire-secrets', `--from-env-file=${file}`]);
  const { stdout } = await kubectl(['get', 'secret', 'closingwire-secrets', '--output=json']);
  const { data } = JSON.parse(stdout) as { data: Record<string, string> };
  expect(Object.keys(data)).toContain('stripe-live-webhook-secret');
  expect(Object.keys(data)).toHaveLength(filled.match(/=some-value$/gm)?.length ?? 0);
});

const commandLine = fileURLToPath(new URL('../closingwire', import.meta.url));
/** The cluster has no nodes. A fake kubectl prints the pod's output and exit code. */
async function withPod(output: string, code: number): Promise<string> {
  const folder = await temporaryFolder();
  const script = `#!/bin/sh
PATH=\${PATH#*:}
case " $* " in
  *' logs '*) echo '${output}' ;;
  *' get pods '*) printf ${code} ;;
  *) exec kubectl "$@" ;;
esac
`;
  await writeFile(`${folder}/kubectl`, script, { mode: 0o755 });
  return folder;
}

test.each([0, 3])(
  'the command line shows the output of its pod, and exits with %i as it does',
  async code => {
    const folder = await withPod('It is done.', code);
    const child = await execa(commandLine, ['version'], {
      env: { ...plane.env, PATH: `${folder}:${plane.env.PATH}` },
      reject: false,
    });
    expect([child.exitCode, child.stdout, child.stderr]).toEqual([code, 'It is done.', '']);
    expect((await kubectl(['get', 'jobs', '--output=name'])).stdout).toBe('');
  },
);

const argsOfJobs = "jsonpath={.items[*].spec.template.spec.containers[0]['command','args']}";

test('the command line makes a job with its arguments and removes it at its end', async () => {
  const child = spawn(commandLine, ['admin', 'grant', 'a "b" \\c@example.com'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...plane.env },
  });
  const jobs = async () => (await kubectl(['get', 'jobs', `--output=${argsOfJobs}`])).stdout;
  try {
    expect(await poll(async () => (await jobs()) !== '', { withinMs: 30_000 })).toBe(true);
    expect(await jobs()).toBe('["closingwire"] ["admin","grant","a \\"b\\" \\\\c@example.com"]');
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
  }
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  expect(await jobs()).toBe('');
});
