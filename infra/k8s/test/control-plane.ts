import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { poll } from '@closingwire/local/poll';
import { freePort } from '@closingwire/local/ports/free-port';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { controlPlaneCommands } from '../src/control-plane-commands.ts';

type Files = { folder: string; kubeconfig: string; key: string; tokens: string };

/** Writes a signing key for service accounts, one user with all rights, and a kubeconfig. */
async function writeFiles(port: number): Promise<Files> {
  const folder = await mkdtemp(`${tmpdir()}/control-plane-`);
  const file = (name: string) => `${folder}/${name}`;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const token = randomUUID();
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    // The server signs its own certificate at start.
    clusters: [
      { name: 'test', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace: 'closingwire' } }],
  };
  await writeFile(file('key.pem'), privateKey);
  await writeFile(file('tokens.csv'), `${token},test,test,system:masters\n`);
  await writeFile(file('kubeconfig'), stringify(config));
  return { folder, kubeconfig: file('kubeconfig'), key: file('key.pem'), tokens: file('tokens.csv') };
}

async function spawnServer(command: string, port: number, files: Files): Promise<ChildProcess> {
  const etcd = `http://127.0.0.1:${await freePort()}`;
  const log = await open(`${files.folder}/log`, 'w');
  const child = spawn(
    command,
    [
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${files.folder}/certificates`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${files.key}`,
      `--service-account-signing-key-file=${files.key}`,
      `--token-auth-file=${files.tokens}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
    ],
    {
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, ETCD_FOLDER: `${files.folder}/etcd`, ETCD_ADDRESS: etcd },
    },
  );
  await log.close();
  return child;
}

export type ControlPlane = {
  kubectl: (args: readonly string[], input?: string) => Promise<{ stdout: string; stderr: string }>;
  /** Environment in which other programs find kubectl and the cluster. */
  env: Record<string, string>;
  stop: () => Promise<void>;
};

/** Starts the Kubernetes API server with etcd on the loopback address. */
export async function startControlPlane(): Promise<ControlPlane> {
  const { kubectl, server } = await controlPlaneCommands();
  const port = await freePort();
  const files = await writeFiles(port);
  const child = await spawnServer(server, port, files);
  const env = { KUBECONFIG: files.kubeconfig };
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    await rm(files.folder, { recursive: true });
  };
  const run = async (args: readonly string[], input = '') => {
    const { stdout, stderr } = await execa(kubectl, args, { input, env });
    return { stdout, stderr };
  };
  const isReady = () =>
    run(['get', '--raw', '/readyz']).then(
      () => true,
      () => false,
    );
  if (!(await poll(isReady, { withinMs: 120_000, everyMs: 250 }))) {
    const log = await readFile(`${files.folder}/log`, 'utf8');
    await stop();
    throw new Error(`Expected the API server to become ready. Its log ends with:\n${log.slice(-2_000)}`);
  }
  const commands = `${files.folder}/bin`;
  await mkdir(commands);
  await writeFile(`${commands}/kubectl`, `#!/bin/sh\nexec '${kubectl}' "$@"\n`, { mode: 0o755 });
  return { kubectl: run, env: { ...env, PATH: `${commands}:${process.env.PATH}` }, stop };
}
