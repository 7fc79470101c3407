import { type ZipPart, zipOf } from './zip-of.ts';

/** A workbook for `workbookOf`; `xml` of a sheet is the content of its `sheetData`. */
export type WorkbookParts = {
  sheets: { name: string; xml: string; state?: 'hidden' | 'veryHidden' }[];
  /** The content of `sst`. */
  strings?: string;
  /** Codes of number formats; the style of a cell is the place of its format, from 1. */
  formats?: (string | number)[];
  is1904?: boolean;
};

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';

const relations = (targets: [id: string, type: string, target: string][]): string =>
  `<Relationships xmlns="${packaged}">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function stylesOf(formats: (string | number)[]): string {
  const codes = formats.map((format, at) =>
    typeof format === 'string' ? `<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>` : '',
  );
  const styles = formats.map(
    (format, at) => `<xf numFmtId="${typeof format === 'string' ? 164 + at : format}"/>`,
  );
  return `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`;
}

/** Builds the parts of a workbook, for tests that change one. */
export function workbookParts({ sheets, strings, formats = [], is1904 = false }: WorkbookParts): ZipPart[] {
  const ids = sheets.map((_, at) => `rId${at + 1}`);
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="${ids[at]}"/>`,
  );
  const parts = [
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    { name: '_rels/.rels', bytes: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      bytes: `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: relations([
        ...ids.map((id, at): [string, string, string] => [id, 'worksheet', `worksheets/sheet${at + 1}.xml`]),
        ['rIdStyles', 'styles', '/xl/styles.xml'],
        ...(strings === undefined
          ? []
          : [['rIdStrings', 'sharedStrings', 'sharedStrings.xml'] as [string, string, string]]),
      ]),
    },
    { name: 'xl/styles.xml', bytes: stylesOf(formats) },
    ...sheets.map(({ xml }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      bytes: `<worksheet xmlns="${main}"><sheetData>${xml}</sheetData></worksheet>`,
    })),
  ];
  // Last, as some programs write it: sheets refer to strings that follow them.
  if (strings !== undefined)
    parts.push({ name: 'xl/sharedStrings.xml', bytes: `<sst xmlns="${main}">${strings}</sst>` });
  return parts;
}

export const workbookOf = (workbook: WorkbookParts): Buffer => zipOf(workbookParts(workbook));
