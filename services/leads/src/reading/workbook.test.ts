import { expect, test } from 'vitest';
import { checkTemporaryFiles, streamed, unpacked } from '../../test/unpacked.ts';
import { type WorkbookParts, workbookOf, workbookParts } from '../../test/workbook-of.ts';
import { zipOf } from '../../test/zip-of.ts';

checkTemporaryFiles();

async function read(body: Buffer) {
  const found = await unpacked(streamed(body));
  if (found.kind !== 'sheet') throw new Error('Expected a sheet');
  return found;
}

/** Reads the rows of a workbook with one sheet. */
async function rowsOf(xml: string, rest: Omit<WorkbookParts, 'sheets'> = {}) {
  const { rows } = await read(workbookOf({ ...rest, sheets: [{ name: 'Closings', xml }] }));
  return rows;
}

async function cellsOf(cells: string, rest?: Omit<WorkbookParts, 'sheets'>) {
  const [row] = await rowsOf(`<row r="1">${cells}</row>`, rest);
  return row?.cells;
}

test('strings are read however they are stored', async () => {
  const cells = `
    <c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>
    <c r="C1" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c>
    <c r="D1" t="str"><f>A1&amp;"x"</f><v>cached &amp; text</v></c><c r="E1" t="s"><v>2</v></c>`;
  const strings =
    '<si><t xml:space="preserve"> plain </t></si>' +
    '<si><r><rPr><b/></rPr><t>rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>hint</t></rPh></si>' +
    '<si><t>two_x000D_lines _x005F_x0041_</t></si>';
  expect(await cellsOf(cells, { strings })).toEqual([
    ' plain ',
    'rich text',
    'in line',
    'cached & text',
    'two\rlines _x0041_',
  ]);
});

test('shared strings larger than memory blocks are read', async () => {
  const texts = Array.from({ length: 3000 }, (_, at) => `Zoë ${at} ${'ë'.repeat(at % 200)}`);
  texts.push('long '.repeat(6000), 'last');
  const xml = texts
    .map((_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at}</v></c></row>`)
    .join('');
  const rows = await rowsOf(xml, { strings: texts.map(text => `<si><t>${text}</t></si>`).join('') });
  expect(rows.map(({ cells }) => cells[0])).toEqual(texts);
});

test('formula values, booleans and errors become text', async () => {
  const cells = `
    <c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="b"><v>0</v></c>
    <c r="D1" t="e"><v>#N/A</v></c><c r="E1"><f>B9</f></c><c r="F1" t="n"><v>425000</v></c>`;
  expect(await cellsOf(cells)).toEqual(['2', 'TRUE', 'FALSE', '', '', '425000']);
});

test('numbers follow the format of their cell', async () => {
  const cells = `
    <c r="A1" s="1"><v>46113</v></c><c r="B1" s="2"><v>46113.5625</v></c><c r="C1" s="3"><v>2134</v></c>
    <c r="D1" s="4"><v>21341234</v></c><c r="E1" s="5"><v>46113</v></c>
    <c r="F1" t="d" s="1"><v>2026-04-01T13:30:00</v></c><c r="G1" t="d"><v>2026-04-01T00:00:00</v></c>`;
  const formats = [14, 'm/d/yy\\ h:mm', '00000', '00000\\-0000', '#,##0.00 "days"'];
  expect(await cellsOf(cells, { formats })).toEqual([
    '2026-04-01',
    '2026-04-01T13:30',
    '02134',
    '02134-1234',
    '46113',
    '2026-04-01T13:30',
    '2026-04-01',
  ]);
});

test('dates of the 1904 system are read', async () => {
  expect(await cellsOf('<c r="A1" s="1"><v>44651</v></c>', { formats: [14], is1904: true })).toEqual([
    '2026-04-01',
  ]);
});

test('cells keep their column and rows their number', async () => {
  const xml = `
    <row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row>
    <row><c><v>3</v></c><c><v>4</v></c></row>`;
  const rows = await rowsOf(xml);
  expect(rows[0]).toEqual({ line: 2, cells: ['', '1', ...Array(24).fill(''), '2'] });
  expect(rows[1]).toEqual({ line: 3, cells: ['3', '4'] });
});

test('formatted rows without values are left out', async () => {
  const phantom = Array.from(
    { length: 500 },
    (_, at) => `<row r="${at + 3}" s="1"><c r="A${at + 3}" s="1"/></row>`,
  );
  const xml = `<row r="1"><c r="A1"><v>1</v></c></row><row r="2"/>${phantom.join('')}<row r="600"><c r="A600" t="str"><v></v></c></row>`;
  expect(await rowsOf(xml)).toEqual([{ line: 1, cells: ['1'] }]);
});

test('merged cells keep the value of the first', async () => {
  const cells = '<c r="A1"><v>98101</v></c><c r="B1" s="1"/><c r="C1"><v>5</v></c>';
  expect(await cellsOf(cells)).toEqual(['98101', '', '5']);
});

test('the first visible sheet with rows is read', async () => {
  const xml = '<row r="1"><c r="A1"><v>1</v></c></row>';
  const book = workbookOf({
    sheets: [
      { name: 'Lists', xml, state: 'hidden' },
      { name: 'Codes', xml, state: 'veryHidden' },
      { name: 'Blank', xml: '<row r="1"><c r="A1"/></row>' },
      { name: 'Closings & more', xml },
      { name: 'Later', xml },
    ],
  });
  expect((await read(book)).entry).toBe('Closings & more');
});

test('a workbook without rows is refused', async () => {
  const book = workbookOf({ sheets: [{ name: 'Blank', xml: '' }] });
  await expect(read(book)).rejects.toMatchObject({
    code: 'empty_workbook',
    message: expect.stringMatching(/'Blank'/),
  });
});

test('prefixed elements are read', async () => {
  const xml = '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>zip</x:t></x:is></x:c></x:row>';
  expect(await rowsOf(xml)).toEqual([{ line: 1, cells: ['zip'] }]);
});

/** Builds a workbook with one row, in which one part is another. */
function changed(name: string, bytes: string | undefined): Buffer {
  const parts = workbookParts({
    sheets: [{ name: 'Closings', xml: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }],
    strings: '<si><t>zip</t></si>',
  });
  return zipOf(
    parts.flatMap(part => (part.name !== name ? [part] : bytes === undefined ? [] : [{ ...part, bytes }])),
  );
}

const sheet = 'xl/worksheets/sheet1.xml';
const broken: [what: string, name: string, bytes: string | undefined][] = [
  ['no main part', '_rels/.rels', '<Relationships/>'],
  ['a missing workbook', 'xl/workbook.xml', undefined],
  ['a missing sheet', sheet, undefined],
  ['missing strings', 'xl/sharedStrings.xml', '<sst/>'],
  ['malformed XML', sheet, '<worksheet><sheetData><row r="1"></sheetData></worksheet>'],
  ['unfinished XML', sheet, '<worksheet><sheetData><row r="1">'],
  ['missing styles', 'xl/styles.xml', undefined],
  ['tags that nest too deep', sheet, `<worksheet>${'<a>'.repeat(200)}`],
  ['a column beyond XFD', sheet, '<worksheet><row r="1"><c r="XFE1"><v>1</v></c></row></worksheet>'],
  [
    'a cell of too many characters',
    sheet,
    `<worksheet><row r="1"><c t="str"><v>${'a'.repeat(32_768)}</v></c></row></worksheet>`,
  ],
  ['a token without an end', sheet, `<worksheet><row r="${'1'.repeat(2_000_000)}"/></worksheet>`],
  ['a wrong row', sheet, '<worksheet><row r="x"><c r="A1"><v>1</v></c></row></worksheet>'],
  [
    'an entity',
    sheet,
    '<!DOCTYPE a [<!ENTITY b "c">]><worksheet><row r="1"><c t="str"><v>&b;</v></c></row></worksheet>',
  ],
];

test.each(broken)('a workbook with %s is refused', async (_, name, bytes) => {
  await expect(read(changed(name, bytes))).rejects.toMatchObject({
    kind: 'invalid',
    code: 'broken_workbook',
  });
});

test('a row that repeats a long string is refused', async () => {
  const row = `<row r="1">${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`;
  await expect(rowsOf(row, { strings: `<si><t>${'a'.repeat(30_000)}</t></si>` })).rejects.toMatchObject({
    code: 'broken_workbook',
  });
});

test('other Office documents are refused', async () => {
  const main = (target: string) =>
    changed(
      '_rels/.rels',
      `<Relationships><Relationship Type="x/officeDocument" Target="${target}"/></Relationships>`,
    );
  await expect(read(main('word/document.xml'))).rejects.toThrow(/got a Word document \(\.docx\)/);
  await expect(read(main('ppt/presentation.xml'))).rejects.toThrow(/got a PowerPoint presentation/);
  await expect(read(main('xl/workbook.bin'))).rejects.toThrow(/got a binary workbook/);
});
