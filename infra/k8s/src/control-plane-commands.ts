import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';

/** As in infra/k8s/control-plane/go.mod. */
const VERSION = 'v1.34.4';
const modules = fileURLToPath(new URL('../control-plane', import.meta.url));

const packages = { server: '.', kubectl: 'k8s.io/kubernetes/cmd/kubectl' } as const;

async function build(name: keyof typeof packages): Promise<string> {
  const command = `${localDirectory}/go-bin/kubernetes-${name}-${VERSION}`;
  if (existsSync(command)) return command;
  await mkdir(`${localDirectory}/go-bin`, { recursive: true });
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(VERSION) ?? [];
  const values = { gitVersion: VERSION, gitMajor: major, gitMinor: minor };
  const flags = Object.entries(values).map(
    ([variable, value]) => `-X k8s.io/component-base/version.${variable}=${value}`,
  );
  // Builds under a temporary name, so that an interrupted build leaves no broken command.
  const half = `${command}.${process.pid}`;
  const options = ['-ldflags', `-s -w ${flags.join(' ')}`, '-o', half];
  await execa('go', ['build', ...options, packages[name]], { cwd: modules });
  await rename(half, command);
  return command;
}

/**
 * Returns the paths of kubectl and of the API server, which contains etcd. Go builds missing ones in about five
 * minutes on one core, from 500 MB of modules.
 */
export async function controlPlaneCommands(): Promise<{ server: string; kubectl: string }> {
  return { kubectl: await build('kubectl'), server: await build('server') };
}
