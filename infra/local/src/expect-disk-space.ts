import { mkdir, statfs } from 'node:fs/promises';
import { PlatformError } from './platform-error.ts';

const neededMb = 600;

/** Databases that meet a full disk half-way fail in worse words than these. */
export async function expectDiskSpace(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const { bavail, bsize } = await statfs(dir);
  const freeMb = Math.floor((bavail * bsize) / 1024 ** 2);
  if (freeMb >= neededMb) return;
  throw new PlatformError(
    `The disk under ${dir} has ${freeMb} MB left, and the platform needs ${neededMb} MB. Make room, then try again.`,
  );
}
