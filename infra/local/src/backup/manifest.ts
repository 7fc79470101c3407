import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { PlatformError } from '../terminal.ts';
import { damageOf } from './part-file.ts';

const schema = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  /** The moment that the data is of. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  product: z.object({ version: z.string(), commit: z.string() }),
  postgres: z.object({
    version: z.string(),
    firstSegment: z.string(),
    lastSegment: z.string(),
    databases: z.record(z.string(), z.object({ bytes: z.number() })),
  }),
  kafka: z.object({
    messages: z.record(z.string(), z.number()),
    groups: z.array(z.string()),
  }),
  mongo: z.object({ database: z.string(), documents: z.record(z.string(), z.number()) }),
  /** How long publishing was paused for the moment. */
  pausedMs: z.number(),
  files: z.array(z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })).min(1),
});

/** What a backup folder holds, of which moment. */
export type Manifest = z.output<typeof schema>;

const fileOf = (folder: string) => `${folder}/manifest.json`;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await writeFile(fileOf(folder), text, { mode: 0o600, flush: true });
}

/** Reads the manifest and compares every file with it. Throws with a sentence for each that is not as written. */
export async function checkedManifest(folder: string): Promise<Manifest> {
  const manifest = parse(folder, await textOf(folder));
  const damages = await Promise.all(manifest.files.map(file => damageOf(folder, file)));
  const found = damages.filter(damage => damage !== undefined);
  if (found.length > 0) {
    throw new PlatformError(`The backup ${folder} is damaged: ${found.join('; ')}. Take another one.`);
  }
  return manifest;
}

async function textOf(folder: string): Promise<string> {
  try {
    return await readFile(fileOf(folder), 'utf8');
  } catch (cause) {
    throw new PlatformError(`Expected a backup in ${folder}; it has no manifest.json that can be read.`, {
      cause,
    });
  }
}

function parse(folder: string, text: string): Manifest {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new PlatformError(`${fileOf(folder)} is not a manifest that this version reads: ${why}`, { cause });
  }
}

/** The size of all files together, for people. */
export function megabytes(files: readonly { bytes: number }[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The time since, for people; `startedAt` is of `performance.now`. */
export const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
