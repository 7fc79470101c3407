import { AppError } from '@closingwire/chassis/app-error';

const MB = 1024 * 1024;

/** Limits against archives that fill the disk or the memory. */
export type UnpackLimits = {
  /** Size of a zip or workbook as sent; it is written to a temporary file. */
  spooledBytes: number;
  /** Size of the unpacked bytes. */
  decompressedBytes: number;
  /** Unpacked bytes for each packed byte, checked from 64 MB on: small files of blanks exceed it. */
  ratio: number;
  /** Files in a zip. */
  entries: number;
};

export const unpackLimits: UnpackLimits = {
  spooledBytes: 512 * MB,
  decompressedBytes: 4096 * MB,
  ratio: 200,
  entries: 10_000,
};

const RATIO_FROM = 64 * MB;

/** Throws if this much came out of so few packed bytes. */
export function checkUnpacked(limits: UnpackLimits, unpacked: number, packed: number): void {
  if (unpacked > limits.decompressedBytes) {
    throw new AppError(
      'too-large',
      'unpacked_too_large',
      `Expected at most ${limits.decompressedBytes} unpacked bytes; got more; send the rows in several files`,
    );
  }
  if (unpacked > RATIO_FROM && unpacked > packed * limits.ratio) {
    throw new AppError(
      'too-large',
      'packed_too_tightly',
      `Expected at most ${limits.ratio} unpacked bytes for each packed byte; got more; send the file unpacked`,
    );
  }
}
