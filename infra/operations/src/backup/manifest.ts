import { Readable } from 'node:stream';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { damageOf, type Shelf } from './backup-file.ts';
import { readText, type Storage } from './storage.ts';

const schema = z.object({
  format: z.literal(2),
  startedAt: z.iso.datetime(),
  /** The time of the data. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  product: z.object({ version: z.string(), commit: z.string() }),
  /** The installation of the data; absent in backups of earlier versions. */
  installation: z.string().optional(),
  postgres: z.object({
    /**
     * Whether all databases were read in one transaction snapshot; otherwise the snapshots are some milliseconds
     * apart.
     */
    isOneSnapshot: z.boolean(),
    databases: z.record(z.string(), z.object({ rows: z.record(z.string(), z.number()) })),
  }),
  kafka: z.object({
    messages: z.record(z.string(), z.number()),
    groups: z.array(z.string()),
    /** Whether the retention was read from the broker or taken from the product's declarations. */
    retention: z.enum(['read', 'declared']).default('read'),
  }),
  mongo: z.object({ documents: z.record(z.string(), z.number()) }),
  /** Encryption of the files. The manifest is plain, so that a list of backups needs no key. */
  encryption: z.enum(['none', 'age']),
  /** Duration of the publishing pause. */
  pausedMs: z.number(),
  files: z.array(z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })).min(1),
});

/** Content and time of a backup. */
export type Manifest = z.output<typeof schema>;

export const manifestFile = 'manifest.json';

export async function writeManifest({ storage, folder }: Shelf, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await storage.write(`${folder}/${manifestFile}`, Readable.from([Buffer.from(text)]));
}

/** Throws if the folder has no manifest, or one of another version. */
export async function readManifest(storage: Storage, folder: string): Promise<Manifest> {
  const location = `${storage.address}/${folder}`;
  const text = await readText(storage, `${folder}/${manifestFile}`);
  if (text === undefined) {
    throw new OperatorError(
      `Expected a backup in ${location}; it has no manifest.json. \`closingwire backups\` lists them.`,
    );
  }
  try {
    const found: unknown = JSON.parse(text);
    if (z.object({ format: z.literal(1) }).safeParse(found).success) {
      const { product } = z.object({ product: z.object({ commit: z.string() }) }).parse(found);
      throw new OperatorError(
        `${location} has files of PostgreSQL's data folder (format 1), which this version does not restore. Check out the commit ${product.commit} that took it, and run \`make restore\` there.`,
      );
    }
    return schema.parse(found);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new OperatorError(
      `${location}/manifest.json is not a manifest that this version reads: ${reason}`,
      {
        cause,
      },
    );
  }
}

/** Compares every file with the manifest. Throws a sentence per damaged file. */
export async function expectUndamaged(shelf: Shelf, manifest: Manifest): Promise<void> {
  const found: string[] = [];
  // One at a time: small providers limit requests to a bucket.
  for (const file of manifest.files) {
    const damage = await damageOf(shelf, file);
    if (damage !== undefined) found.push(damage);
  }
  if (found.length === 0) return;
  throw new OperatorError(
    `The backup ${shelf.storage.address}/${shelf.folder} is damaged: ${found.join('; ')}. Take another one.`,
  );
}

/** Returns the total size as text. */
export function megabytes(files: readonly { bytes: number }[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns the elapsed time as text; `startedAt` is from `performance.now`. */
export const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
