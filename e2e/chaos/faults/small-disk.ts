import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { execa } from 'execa';

/** A folder on its own small disk. */
export type SmallDisk = {
  /** Fills the disk until `makeRoom`. */
  fill(): void;
  makeRoom(): void;
  remove(): Promise<void>;
};

const pieceBytes = 1024 * 1024;

/** Mounts a RAM disk on the folder; requires root. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  mkdirSync(folder, { recursive: true });
  await execa('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const ballast = `${folder}/ballast`;
  return {
    fill: () => writeUntilFull(ballast),
    makeRoom: () => rmSync(ballast, { force: true }),
    async remove() {
      await execa('umount', ['-l', folder]);
    },
  };
}

function writeUntilFull(file: string): void {
  const out = openSync(file, 'a');
  try {
    // Writes large pieces first, then ever smaller ones, until no byte fits.
    for (let bytes = pieceBytes; bytes >= 1; bytes = Math.floor(bytes / 16)) writeWhileRoom(out, bytes);
  } finally {
    closeSync(out);
  }
}

function writeWhileRoom(out: number, bytes: number): void {
  const piece = Buffer.alloc(bytes);
  try {
    while (writeSync(out, piece) === bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
