import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const schema = z.record(z.string(), z.record(z.string(), z.string()));

/** What each process of a running product was told, by its name. */
export type Environments = z.output<typeof schema>;

const fileOf = (dir: string) => `${dir}/environments.json`;

/** Written for commands that people run beside the product. It holds secrets. */
export async function writeEnvironments(dir: string, environments: Environments): Promise<void> {
  await writeFile(fileOf(dir), JSON.stringify(environments, undefined, 2), { mode: 0o600 });
}

export async function readEnvironments(dir: string): Promise<Environments> {
  return schema.parse(JSON.parse(await readFile(fileOf(dir), 'utf8')));
}
