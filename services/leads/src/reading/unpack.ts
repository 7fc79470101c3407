import { HEAD_BYTES, isCompoundFile, isGzip, isZip, refuseForeign, refusePacked } from './foreign-format.ts';
import { gunzip } from './gunzip.ts';
import { type UnpackLimits, unpackLimits } from './limits.ts';
import { endEarly, peek } from './peek.ts';
import type { SheetRow } from './sheet-rows.ts';
import { unpackZip } from './unpack-zip.ts';
import type { HeaderRowTest } from './workbook.ts';

export type { SheetRow };

export type Unpacked =
  /** Text: still bytes; encoding and delimiter are found elsewhere. `entry` is the file's name in a zip or undefined. */
  | { kind: 'text'; container: 'none' | 'gzip' | 'zip'; entry?: string; bytes: AsyncIterable<Buffer> }
  /** The visible sheet of a workbook that has the table; `entry` is its name. */
  | { kind: 'sheet'; container: 'xlsx'; entry: string; rows: AsyncIterable<SheetRow[]> };

/** The directory of a compound file is usually in here; it shows if the workbook is encrypted. */
const COMPOUND_HEAD_BYTES = 1024 * 1024;

/**
 * Finds by its first bytes what a body is packed in, and unpacks it as a stream. Read `bytes` or `rows`, or call
 * `return` on their iterator: a temporary file stays open until then. Throws an AppError, at once or while reading, if
 * the format is unknown, the data is damaged, or a limit is exceeded. Errors of the body pass unchanged. Without
 * `isHeader` the first sheet with rows is read.
 */
export async function unpack(
  body: AsyncIterable<Buffer>,
  limits: Partial<UnpackLimits> = {},
  isHeader: HeaderRowTest = () => 'none',
): Promise<Unpacked> {
  const all = { ...unpackLimits, ...limits };
  const { head, bytes } = await peek(body, HEAD_BYTES);
  let open = bytes;
  try {
    if (isZip(head)) return await unpackZip(bytes, { limits: all, isHeader });
    if (isGzip(head)) {
      const text = await peek(gunzip(bytes, all), HEAD_BYTES);
      open = text.bytes;
      refusePacked(text.head, 'gzip');
      return { kind: 'text', container: 'gzip', bytes: text.bytes };
    }
    refuseForeign(isCompoundFile(head) ? (await peek(bytes, COMPOUND_HEAD_BYTES)).head : head);
    return { kind: 'text', container: 'none', bytes };
  } catch (error) {
    await endEarly(open);
    throw error;
  }
}
