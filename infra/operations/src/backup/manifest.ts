import { Readable } from 'node:stream';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { damageOf, type Shelf } from './part-file.ts';
import { readText, type Storage } from './storage.ts';

const schema = z.object({
  format: z.literal(2),
  startedAt: z.iso.datetime(),
  /** The moment that the data is of. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  product: z.object({ version: z.string(), commit: z.string() }),
  /** Of which installation the data is; earlier versions did not record it. */
  installation: z.string().optional(),
  postgres: z.object({
    /** Whether all databases are of the very same transaction; otherwise they are some milliseconds apart. */
    isOneSnapshot: z.boolean(),
    databases: z.record(z.string(), z.object({ rows: z.record(z.string(), z.number()) })),
  }),
  kafka: z.object({
    messages: z.record(z.string(), z.number()),
    groups: z.array(z.string()),
    /** Whether the broker returned how long topics store messages, or the product's own declarations replace it. */
    retention: z.enum(['read', 'declared']).default('read'),
  }),
  mongo: z.object({ documents: z.record(z.string(), z.number()) }),
  /** How the files are encrypted; the manifest is not, so that a list of backups needs no key. */
  encryption: z.enum(['none', 'age']),
  /** How long publishing was paused for the moment. */
  pausedMs: z.number(),
  files: z.array(z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })).min(1),
});

/** What a backup holds, of which moment. */
export type Manifest = z.output<typeof schema>;

export const manifestFile = 'manifest.json';

export async function writeManifest({ storage, folder }: Shelf, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await storage.write(`${folder}/${manifestFile}`, Readable.from([Buffer.from(text)]));
}

/** Throws with a sentence where the folder has no manifest, or that of another version. */
export async function readManifest(storage: Storage, folder: string): Promise<Manifest> {
  const place = `${storage.address}/${folder}`;
  const text = await readText(storage, `${folder}/${manifestFile}`);
  if (text === undefined) {
    throw new OperatorError(
      `Expected a backup in ${place}; it has no manifest.json. \`closingwire backups\` lists them.`,
    );
  }
  try {
    const found: unknown = JSON.parse(text);
    if (z.object({ format: z.literal(1) }).safeParse(found).success) {
      const { product } = z.object({ product: z.object({ commit: z.string() }) }).parse(found);
      throw new OperatorError(
        `${place} has files of PostgreSQL's data folder (format 1), which this version does not restore. Check out the commit ${product.commit} that took it, and run \`make restore\` there.`,
      );
    }
    return schema.parse(found);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new OperatorError(`${place}/manifest.json is not a manifest that this version reads: ${reason}`, {
      cause,
    });
  }
}

/** Compares every file with the manifest. Throws with a sentence for each that is not as written. */
export async function expectUndamaged(shelf: Shelf, manifest: Manifest): Promise<void> {
  const found: string[] = [];
  // One after another: a bucket of a small provider limits requests.
  for (const file of manifest.files) {
    const damage = await damageOf(shelf, file);
    if (damage !== undefined) found.push(damage);
  }
  if (found.length === 0) return;
  throw new OperatorError(
    `The backup ${shelf.storage.address}/${shelf.folder} is damaged: ${found.join('; ')}. Take another one.`,
  );
}

/** The size of all files together, for people. */
export function megabytes(files: readonly { bytes: number }[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The time since, for people; `startedAt` is of `performance.now`. */
export const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
