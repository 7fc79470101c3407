import { statfsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { PlatformError } from './terminal.ts';

const neededMb = 600;
const nothingMb = 5;

/** A database's own error for a full disk is harder to understand. */
export async function expectDiskSpace(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const left = freeMb(dir);
  if (left >= neededMb) return;
  throw new PlatformError(
    `The disk under ${dir} has ${left} MB left, and the platform needs ${neededMb} MB. Make room, then try again.`,
  );
}

export function diskIsFull(dir: string): boolean {
  return freeMb(dir) < nothingMb;
}

function freeMb(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return Math.floor((bavail * bsize) / 1024 ** 2);
}
