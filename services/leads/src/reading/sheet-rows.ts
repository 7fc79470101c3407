import { isoDateText, type NumberFormat, numberText } from './cell-text.ts';
import type { SharedStrings } from './shared-strings.ts';
import { type Attributes, appended, brokenWorkbook, type Handlers, parseXml, unescaped } from './xml-part.ts';

/** A row of a sheet as text. `line` is its row number in the sheet, from 1. Trailing empty cells may be missing. */
export type SheetRow = { line: number; cells: string[] };

/** The data of a workbook that its cells refer to. */
export type Book = {
  strings: SharedStrings;
  /** By the number of a cell's style. */
  formats: (NumberFormat | undefined)[];
  is1904: boolean;
};

/** Columns of a sheet: XFD is the last (Excel's limit). */
const MAX_COLUMNS = 16_384;
/** Cells may repeat a long shared string, so a small file can hold long rows. */
const MAX_ROW_CHARACTERS = 1_000_000;

/** Returns the column of a reference such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

function cellText(type: string | undefined, text: string, style: string | undefined, book: Book): string {
  switch (type) {
    case 's':
      return text === '' ? '' : book.strings.at(Number(text));
    case 'str':
    case 'inlineStr':
      return unescaped(text);
    case 'b':
      return text === '' ? '' : text === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      return '';
    case 'd':
      return isoDateText(text);
    default:
      return numberText(text, style === undefined ? undefined : book.formats[Number(style)], book.is1904);
  }
}

/** Collects rows from the elements of a sheet. Rows whose cells are all empty are left out. */
function rowHandlers(book: Book, add: (row: SheetRow) => void): Handlers {
  let line = 0;
  let cells: string[] | undefined;
  let column = -1;
  let characters = 0;
  let cell: Attributes = {};
  let text = '';
  let isText = false;
  let isPhonetic = false;

  function openCell(attributes: Attributes): void {
    cell = attributes;
    text = '';
    // The reference is optional; without it a cell follows the last.
    column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
    if (!(column >= 0 && column < MAX_COLUMNS)) throw brokenWorkbook(`cell '${attributes.r ?? column}'`);
  }

  function closeCell(into: string[]): void {
    if (text === '') return;
    const value = cellText(cell.t, text, cell.s, book);
    if (value === '') return;
    characters += value.length;
    if (characters > MAX_ROW_CHARACTERS)
      throw brokenWorkbook(`more than ${MAX_ROW_CHARACTERS} characters in row ${line}`);
    while (into.length < column) into.push('');
    into[column] = value;
  }

  return {
    open(name, attributes) {
      if (name === 'row') {
        line = attributes.r === undefined ? line + 1 : Number(attributes.r);
        if (!(Number.isSafeInteger(line) && line > 0)) throw brokenWorkbook(`row '${attributes.r}'`);
        cells = [];
        column = -1;
        characters = 0;
      } else if (name === 'c') openCell(attributes);
      else if (name === 'v' || name === 't') isText = cells !== undefined && !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'c' && cells) closeCell(cells);
      else if (name === 'row') {
        if (cells && cells.length > 0) add({ line, cells });
        cells = undefined;
      } else if (name === 'rPh') isPhonetic = false;
    },
    text(piece) {
      if (isText) text = appended(text, piece);
    },
  };
}

/** Reads the rows of a sheet, in groups as they arrive. */
export async function* sheetRows(bytes: AsyncIterable<Buffer>, book: Book): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  for await (const _ of parseXml(
    bytes,
    rowHandlers(book, row => rows.push(row)),
  )) {
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
}
