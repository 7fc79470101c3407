import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import type { UnpackLimits } from '../src/reading/limits.ts';
import { type SheetRow, unpack } from '../src/reading/unpack.ts';

/** Streams chunks as a request does. */
export async function* streamed(...chunks: (Buffer | string)[]): AsyncIterable<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Unpacks a body and reads all of it. */
export async function unpacked(body: AsyncIterable<Buffer>, limits?: Partial<UnpackLimits>) {
  const found = await unpack(body, limits);
  if (found.kind === 'sheet') {
    const rows: SheetRow[] = [];
    for await (const group of found.rows) rows.push(...group);
    return { ...found, rows };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of found.bytes) chunks.push(chunk);
  return { ...found, bytes: Buffer.concat(chunks) };
}

function target(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

/** Returns the temporary files that have a name or are open (Linux only). */
export function temporaryFiles(): string[] {
  const mark = 'closingwire-unpack-';
  const open = process.platform === 'linux' ? readdirSync('/proc/self/fd').map(target) : [];
  return [...readdirSync(tmpdir()), ...open].filter(path => path.includes(mark));
}

/** Gives the tests of a file their own temporary folder; after each, no temporary file may be left. */
export function checkTemporaryFiles(): void {
  const folder = mkdtempSync(join(tmpdir(), 'unpack-test-'));
  beforeEach(() => {
    vi.stubEnv('TMPDIR', folder);
  });
  afterEach(() => {
    expect(temporaryFiles()).toEqual([]);
    vi.unstubAllEnvs();
  });
  afterAll(() => rmSync(folder, { recursive: true }));
}
