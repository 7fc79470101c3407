import { mkdir, writeFile } from 'node:fs/promises';
import { poll } from '@closingwire/local/poll';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';
import { builtTool } from './built-tool.ts';

/* A local image registry, which the engine uses instead of the public one. */

const REGISTRY = 'github.com/distribution/distribution/v3/cmd/registry@v3.0.0';
const address = '127.0.0.1:13500';

/** The engine asks this address before the public registry. */
export const registryMirror = `http://${address}`;

const configuration = (storage: string) => ({
  version: '0.1',
  log: { level: 'error' },
  storage: { filesystem: { rootdirectory: storage } },
  http: { addr: address },
});

export type Registry = {
  /** Pushes an image of the engine; returns its name with the registry's address. */
  push(image: string): Promise<string>;
  stop(): Promise<void>;
};

const withFolder = (image: string) => (image.includes('/') ? image : `library/${image}`);

export async function startRegistry(): Promise<Registry> {
  const program = await builtTool(REGISTRY);
  const storage = `${localDirectory}/engine/registry`;
  await mkdir(storage, { recursive: true });
  const file = `${storage}.json`;
  // YAML includes JSON.
  await writeFile(file, JSON.stringify(configuration(storage)));
  const server = execa(program, ['serve', file], { reject: false, stdio: 'ignore', cleanup: true });
  const replies = async () => (await fetch(`${registryMirror}/v2/`).catch(() => undefined))?.ok === true;
  if (!(await poll(replies, { withinMs: 20_000, everyMs: 100 })))
    throw new Error('The registry did not start');
  return {
    async push(image) {
      const name = `${address}/${withFolder(image)}`;
      for (const step of [['tag', image], ['push', '--quiet'], ['rmi']])
        await execa('docker', [...step, name]);
      return name;
    },
    async stop() {
      server.kill();
      await server;
    },
  };
}
