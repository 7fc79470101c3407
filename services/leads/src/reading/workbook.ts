import { posix } from 'node:path';
import { AppError } from '@closingwire/chassis/app-error';
import { type NumberFormat, numberFormat } from './cell-text.ts';
import { refuseDocument } from './foreign-format.ts';
import { readSharedStrings } from './shared-strings.ts';
import { type Book, type SheetRow, sheetRows } from './sheet-rows.ts';
import { attributeOf, brokenWorkbook, readXml } from './xml-part.ts';
import { quoted, type ZipFile } from './zip-file.ts';

type Relation = { id: string; type: string; target: string };
type SheetPart = { name: string; path: string };
/** Tells how much of the header of a delivery a row is. */
export type HeaderRowTest = (cells: readonly string[]) => 'none' | 'some' | 'all';

/** Excel's limit. The expressions that read a code are slow on a long one. */
const MAX_CODE_CHARACTERS = 255;
/** Size of a part whose content is held in memory: names of sheets, relations, styles. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** Finds parts by path; names of parts ignore case (ECMA-376 part 2, 6.2.2). */
function partsOf(zip: ZipFile) {
  const byPath = new Map(zip.entries.map(entry => [entry.fileName.toLowerCase(), entry]));
  return {
    read(path: string, limit = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> {
      const entry = byPath.get(path.toLowerCase());
      if (!entry) throw brokenWorkbook(`no part ${quoted(path)}`);
      if (entry.uncompressedSize > limit) throw brokenWorkbook(`more than ${limit} bytes in ${quoted(path)}`);
      return zip.read(entry);
    },
  };
}

type Parts = ReturnType<typeof partsOf>;

const relationsPath = (path: string): string =>
  posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);

/** Reads the relations of a part; targets become paths in the zip. */
async function relationsOf(parts: Parts, path: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readXml(parts.read(relationsPath(path), MAX_HELD_BYTES), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(posix.dirname(path), Target);
      // Strict workbooks have other addresses with the same ends.
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return relations;
}

/** Office documents by the folder of their main part. */
const documents: Record<string, string> = {
  word: 'a Word document (.docx)',
  ppt: 'a PowerPoint presentation (.pptx)',
  visio: 'a Visio drawing (.vsdx)',
};

async function workbookPath(parts: Parts): Promise<string> {
  const relations = await relationsOf(parts, '');
  const path = relations.find(({ type }) => type === 'officeDocument')?.target;
  if (!path) throw brokenWorkbook('no main part');
  if (path.endsWith('.bin')) throw refuseDocument('a binary workbook (.xlsb)');
  const document = /(?:^|\/)(word|ppt|visio)\//.exec(path)?.[1];
  if (document) throw refuseDocument(documents[document] ?? 'another Office document');
  return path;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

async function sheetsOf(parts: Parts, path: string, relations: Relation[]) {
  const sheets: SheetPart[] = [];
  let is1904 = false;
  await readXml(parts.read(path, MAX_HELD_BYTES), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const id = attributeOf(attributes, 'id');
      const part = relations.find(relation => relation.id === id && relation.type === 'worksheet');
      // A sheet of another type is a chart or a dialog.
      if (part) sheets.push({ name: attributes.name ?? '', path: part.target });
    },
  });
  return { sheets, is1904 };
}

/** Returns the number format of each style of cells. */
async function formatsOf(parts: Parts, path: string | undefined): Promise<Book['formats']> {
  const codes = new Map<number, string>();
  const formats: (NumberFormat | undefined)[] = [];
  let isCellStyle = false;
  if (!path) return formats;
  await readXml(parts.read(path, MAX_HELD_BYTES), {
    open(name, { numFmtId = '0', formatCode = '' }) {
      // Formats for conditions (`dxfs`) are after the styles of cells.
      if (name === 'numFmt' && !codes.has(Number(numFmtId)))
        codes.set(Number(numFmtId), formatCode.slice(0, MAX_CODE_CHARACTERS));
      else if (name === 'cellXfs') isCellStyle = true;
      else if (name === 'xf' && isCellStyle) {
        const id = Number(numFmtId);
        formats.push(numberFormat(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

/** Returns the first rows of a sheet, as many as one read contains; undefined if it has none. */
async function firstRowsOf(rows: AsyncGenerator<SheetRow[]>): Promise<SheetRow[] | undefined> {
  try {
    const first = await rows.next();
    return first.done ? undefined : first.value;
  } finally {
    await rows.return(undefined);
  }
}

const namesOf = (sheets: readonly SheetPart[]): string => sheets.map(({ name }) => quoted(name)).join(', ');

/** Returns the visible sheet that has the most of a header, or the first with rows. Throws if several have all of it. */
async function sheetWithRows(
  sheets: readonly SheetPart[],
  read: (sheet: SheetPart) => AsyncGenerator<SheetRow[]>,
  isHeader: HeaderRowTest,
): Promise<SheetPart> {
  let broken: { error: unknown } | undefined;
  const found = { all: [] as SheetPart[], some: [] as SheetPart[], none: [] as SheetPart[] };
  for (const sheet of sheets) {
    const rows = await firstRowsOf(read(sheet)).catch((error: unknown) => {
      broken ??= { error };
    });
    if (!rows) continue;
    const headers = new Set(rows.map(({ cells }) => isHeader(cells)));
    const most = (['all', 'some'] as const).find(each => headers.has(each)) ?? 'none';
    found[most].push(sheet);
  }
  if (found.all.length > 1) {
    const advice = 'hide the others, or send each as its own file';
    throw new AppError(
      'invalid',
      'ambiguous_workbook',
      `Expected one sheet with a header; got ${namesOf(found.all)}; ${advice}`,
    );
  }
  if (broken && found.all.length === 0) throw broken.error;
  const [sheet] = [...found.all, ...found.some, ...found.none];
  if (sheet) return sheet;
  throw new AppError(
    'invalid',
    'empty_workbook',
    `Expected a visible sheet with rows; got ${namesOf(sheets) || 'none'} without rows`,
  );
}

export const isOfficeDocument = (zip: ZipFile): boolean =>
  zip.entries.some(({ fileName }) => fileName.toLowerCase() === '[content_types].xml');

/** Opens the visible sheet that has the table. The caller calls `close` after the last row. */
export async function openWorkbook(zip: ZipFile, isHeader: HeaderRowTest) {
  const parts = partsOf(zip);
  const path = await workbookPath(parts);
  const relations = await relationsOf(parts, path);
  const targetOf = (type: string) => relations.find(relation => relation.type === type)?.target;
  const { sheets, is1904 } = await sheetsOf(parts, path, relations);
  const formats = await formatsOf(parts, targetOf('styles'));
  const stringsPath = targetOf('sharedStrings');
  const strings = await readSharedStrings(stringsPath ? parts.read(stringsPath) : undefined);
  try {
    const book = { strings, formats, is1904 };
    const read = ({ path }: SheetPart) => sheetRows(parts.read(path), book);
    const sheet = await sheetWithRows(sheets, read, isHeader);
    return { name: sheet.name, rows: read(sheet), close: strings.close };
  } catch (error) {
    await strings.close();
    throw error;
  }
}
