import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path/posix';
import { AppError } from '@closingwire/chassis/app-error';
import { HEAD_BYTES, isZip, refuseDocument, refuseForeign, refusePacked } from './foreign-format.ts';
import type { UnpackLimits } from './limits.ts';
import { closedAfter, endEarly, peek } from './peek.ts';
import type { SheetRow } from './sheet-rows.ts';
import { spool } from './temporary-file.ts';
import { type HeaderRowTest, isOfficeDocument, openWorkbook } from './workbook.ts';
import { openZip, quoted, type ZipEntry, type ZipFile } from './zip-file.ts';

const dataTypes = ['.csv', '.tsv', '.txt', '.ndjson', '.jsonl', '.json', '.xlsx'];
const NAMES_IN_ERROR = 10;

/** `isHeader` finds the sheet with the table in a workbook. */
export type ZipOptions = { limits: UnpackLimits; isHeader: HeaderRowTest };

type Text = { kind: 'text'; container: 'zip'; entry: string; bytes: AsyncIterable<Buffer> };
type Sheet = { kind: 'sheet'; container: 'xlsx'; entry: string; rows: AsyncIterable<SheetRow[]> };

function isVisible({ fileName }: ZipEntry): boolean {
  const parts = fileName.split('/').filter(part => part !== '.');
  return !parts.includes('__MACOSX') && !parts.some(part => part.startsWith('.')) && !fileName.endsWith('/');
}

function namesOf(entries: ZipEntry[]): string {
  const names = entries.slice(0, NAMES_IN_ERROR).map(({ fileName }) => quoted(fileName));
  const more = entries.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'no file';
}

/** Refuses documents of other spreadsheet programs, which are zips. */
function refuseOtherDocuments({ entries }: ZipFile): void {
  const names = new Set(entries.map(({ fileName }) => fileName));
  if (names.has('mimetype') && names.has('content.xml')) throw refuseDocument('an OpenDocument file (.ods)');
  if (names.has('Index.zip') || names.has('Index/Document.iwa')) throw refuseDocument('a Numbers document');
}

/** Texts that come along with data. */
const note = /(?:^|\/)(?:read ?me|licen[cs]e|notice|terms|disclaimer|about)(?![a-z])[^/]*\.txt$/i;

function dataFileOf(zip: ZipFile): ZipEntry {
  const files = zip.entries.filter(isVisible);
  const typed = files.filter(({ fileName }) => dataTypes.includes(extname(fileName).toLowerCase()));
  const besidesNotes = typed.filter(({ fileName }) => !note.test(fileName));
  const data = besidesNotes.length > 0 ? besidesNotes : typed;
  const [file, ...others] = data;
  if (file && others.length === 0) return file;
  throw new AppError(
    'invalid',
    file ? 'ambiguous_zip' : 'zip_without_data',
    `Expected one data file (${dataTypes.join(', ')}) in the zip; got ${namesOf(file ? data : files)}; send ${file ? 'each file by itself' : 'a zip with one data file'}`,
  );
}

async function openSheet(zip: ZipFile, files: FileHandle[], isHeader: HeaderRowTest): Promise<Sheet> {
  const { name, rows, close } = await openWorkbook(zip, isHeader);
  const closeAll = async () => {
    await close();
    await closeFiles(files);
  };
  return { kind: 'sheet', container: 'xlsx', entry: name, rows: closedAfter(rows, closeAll) };
}

async function closeFiles(files: FileHandle[]): Promise<void> {
  await Promise.all(files.map(file => file.close()));
}

/** Opens a workbook in a zip: its own directory needs another file with random access. */
async function nestedSheet(
  head: Buffer,
  bytes: AsyncIterable<Buffer>,
  files: FileHandle[],
  options: ZipOptions,
): Promise<Sheet> {
  if (!isZip(head)) {
    refuseForeign(head, 'an XLSX workbook in the zip file');
    throw new AppError(
      'invalid',
      'unknown_container',
      'Expected an XLSX workbook in the zip file; got another format',
    );
  }
  const file = await spool(bytes, options.limits.spooledBytes);
  files.push(file);
  const zip = await openZip(file, options.limits);
  if (!isOfficeDocument(zip)) throw refuseDocument('a zip file named .xlsx');
  return openSheet(zip, files, options.isHeader);
}

async function openFile(files: FileHandle[], options: ZipOptions): Promise<Text | Sheet> {
  const [file] = files as [FileHandle];
  const zip = await openZip(file, options.limits);
  if (isOfficeDocument(zip)) return openSheet(zip, files, options.isHeader);
  refuseOtherDocuments(zip);
  const entry = dataFileOf(zip);
  const { head, bytes } = await peek(zip.read(entry), HEAD_BYTES);
  try {
    if (extname(entry.fileName).toLowerCase() === '.xlsx')
      return await nestedSheet(head, bytes, files, options);
    refusePacked(head, 'zip');
  } catch (error) {
    await endEarly(bytes);
    throw error;
  }
  return {
    kind: 'text',
    container: 'zip',
    entry: entry.fileName,
    bytes: closedAfter(bytes, () => closeFiles(files)),
  };
}

/** Unpacks a zip with one data file, or a workbook. Its temporary files have no names and end with their handles. */
export async function unpackZip(body: AsyncIterable<Buffer>, options: ZipOptions): Promise<Text | Sheet> {
  const files = [await spool(body, options.limits.spooledBytes)];
  try {
    return await openFile(files, options);
  } catch (error) {
    await closeFiles(files);
    throw error;
  }
}
