import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import ZipStream from 'zip-stream';

/** The rows of a sheet below its header. */
export const MOST_SHEET_ROWS = 1_048_575;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const ofSheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Styles of cells: plain, a bold header, a day. */
const HEADER_STYLE = 1;
const DAY_STYLE = 2;

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${ofSheets}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${ofSheets}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${ofSheets}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Agents" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** XML permits no other control characters, and spreadsheets then refuse the whole file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const refused = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string =>
  text.replace(refused, '').replace(/[&<>]/g, sign => entities[sign] ?? sign);

/** A=0, Z=25, AA=26. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

/** Text in a cell of its own is never a formula. */
const textCell = (place: string, text: string, style = 0) =>
  `<c r="${place}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets, for days from March 1900 on. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const serialOf = (day: string) => (Date.parse(day) - FIRST_DAY) / DAY_MS;

function cellOf(place: string, value: string, kind: string): string {
  if (kind === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  if (kind === 'day') return `<c r="${place}" s="${DAY_STYLE}"><v>${serialOf(value)}</v></c>`;
  return textCell(place, value);
}

const unescapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Reads a value of COPY's text format; null for a missing one. */
function readValue(text: string): string | null {
  if (text === '\\N') return null;
  if (!text.includes('\\')) return text;
  return text.replace(/\\(.)/gs, (_, sign: string) => unescapes[sign] ?? sign);
}

/** Reads lines of COPY's text format as they arrive, as many at a time as one read contains. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncIterable<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}

export type Sheet = {
  headers: readonly string[];
  /** `number` and `day` cells have types; others are text. */
  kinds: readonly string[];
  /** Rows in COPY's text format. */
  lines: AsyncIterable<Buffer>;
};

async function* sheetOf({ headers, kinds, lines }: Sheet): AsyncIterable<string> {
  const names = headers.map((_, at) => columnName(at));
  const cells = headers.map((header, at) => textCell(`${names[at]}1`, header, HEADER_STYLE));
  yield `${DECLARATION}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${cells.join('')}</row>`;
  let row = 1;
  for await (const some of linesOf(lines)) {
    let text = '';
    for (const line of some) {
      row++;
      text += `<row r="${row}">`;
      const values = line.split('\t');
      for (let at = 0; at < values.length; at++) {
        const value = readValue(values[at] ?? '');
        if (value !== null && value !== '') text += cellOf(`${names[at]}${row}`, value, kinds[at] ?? 'text');
      }
      text += '</row>';
    }
    if (text !== '') yield text;
  }
  yield '</sheetData></worksheet>';
}

/** Returns a workbook with one sheet, written while the rows arrive: its memory does not grow with them. */
export function workbookOf(sheet: Sheet): Readable {
  const zip = new ZipStream({ level: 1 });
  const add = (name: string, source: Readable | string) =>
    new Promise<void>((resolve, reject) => {
      zip.entry(source, { name }, error => (error ? reject(error) : resolve()));
    });
  async function write(): Promise<void> {
    for (const [name, xml] of Object.entries(parts)) await add(name, DECLARATION + xml);
    const rows = Readable.from(sheetOf(sheet), { objectMode: false });
    rows.once('error', error => zip.destroy(error));
    await add('xl/worksheets/sheet1.xml', rows);
    zip.finalize();
  }
  write().catch(error => zip.destroy(error));
  return zip;
}
