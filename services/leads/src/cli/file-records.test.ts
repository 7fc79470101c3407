import { gzipSync } from 'node:zlib';
import { leadField } from '@closingwire/contracts/lead-fields';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { streamed } from '../../test/unpacked.ts';
import { workbookOf } from '../../test/workbook-of.ts';
import { zipOf } from '../../test/zip-of.ts';
import { cellsOf, recordSplitter } from '../reading/csv-text.ts';
import { openRows } from '../reading/open-rows.ts';
import type { SourceRow } from '../reading/rows.ts';
import { utf8Bytes } from '../reading/utf8-text.ts';
import { type Chunk, chunksOf } from './chunks.ts';
import { csvLine } from './csv-line.ts';
import { fileRecords, requestFormOf } from './file-records.ts';

async function read(body: Buffer, kind?: 'csv' | 'ndjson') {
  const { rows, form } = await openRows(streamed(body), { kind, charset: kind && 'utf-8' });
  const found: SourceRow[] = [];
  for await (const some of rows) found.push(...some);
  return { rows: found, form: form() };
}

async function chunksIn(body: Buffer, rowsPerChunk: number) {
  const { form } = await read(body);
  const requestForm = requestFormOf(form);
  const chunks: Chunk[] = [];
  const records = fileRecords(streamed(body), form);
  for await (const chunk of chunksOf(records, { form: requestForm, rowsPerChunk })) chunks.push(chunk);
  return { chunks, kind: requestForm.header ? ('csv' as const) : ('ndjson' as const) };
}

type Line = { line: number; content: unknown };

const contentOf = ({ cells, problem, lead }: SourceRow) =>
  problem ?? cells ?? [lead?.(leadField.fullName), lead?.(leadField.soldDate)];

const byLine = (one: Line, other: Line) => one.line - other.line;

/** Reads a file as the API reads its requests; lines are those of the file. */
async function readInChunks(body: Buffer, rowsPerChunk: number): Promise<Line[]> {
  const { chunks, kind } = await chunksIn(body, rowsPerChunk);
  const found: Line[] = [];
  for (const { body: text, records, rejects, lineOf } of chunks) {
    found.push(...rejects.map(({ line, message }) => ({ line, content: message })));
    if (records === 0) continue;
    const { rows } = await read(utf8Bytes(text), kind);
    found.push(...rows.map(row => ({ line: lineOf(row.line), content: contentOf(row) })));
  }
  return found.toSorted(byLine);
}

async function readWhole(body: Buffer): Promise<Line[]> {
  const { rows } = await read(body);
  return rows.map(row => ({ line: row.line, content: contentOf(row) }));
}

const header = ['full_name', 'address1', 'city', 'state', 'zip', 'price', 'sold_date'];
const cellsOfRow = (name: string) => [name, '1 Elm St', 'Kent', 'WA', '98030', '1', '2026-03-09'];

/** Text with what CSV and spreadsheets treat specially. */
const anyCell = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', ',', ';', '|', '\t', '\n', '\r', '=', 'a', ' ', 'ë', '😀') }),
  fc.string({ unit: 'binary' }),
);

test('plain CSV reads back as the same cells', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyCell, { minLength: 1 }), { maxLength: 5 }), rows => {
      const splitter = recordSplitter({ quotes: true });
      const records = [...splitter.push(rows.map(csvLine).join('')), ...splitter.end()];
      expect(records.map(({ text }) => cellsOf(text))).toEqual(rows);
    }),
  );
});

describe('the requests of a file', () => {
  const anyText = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom('utf8' as const, 'utf16le' as const),
    above: fc.constantFrom([], ['Sales of March'], ['', 'Sales', '']),
    lines: fc.array(
      fc.oneof(
        fc.array(anyCell, { minLength: 7, maxLength: 8 }),
        fc.constantFrom([''], Array<string>(7).fill(''), ['Some sales are not in this download']),
        // Written without quotes: a broken row.
        fc.constantFrom('"open', 'a"b', '""', 'x'),
      ),
      { minLength: 1, maxLength: 12 },
    ),
    rowsPerChunk: fc.integer({ min: 1, max: 4 }),
  });

  test('have the rows, problems and lines of the whole file', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async ({ delimiter, lineEnd, encoding, above, lines, rowsPerChunk }) => {
        const quoted = (cells: string[]) =>
          cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(delimiter);
        const written = lines.map(line => (typeof line === 'string' ? line : quoted([...line])));
        // Files with CR alone have no LF.
        const isCr = lineEnd === '\r';
        const text = [...above, header.join(delimiter), quoted(cellsOfRow('Ann')), ...written].join(lineEnd);
        const body = Buffer.from(`\ufeff${isCr ? text.replaceAll('\n', ' ') : text}`, encoding);
        expect(await readInChunks(body, rowsPerChunk)).toEqual(await readWhole(body));
      }),
      { numRuns: 300 },
    );
  }, 20_000);
});

describe('a request', () => {
  const csv = `${header}\n${cellsOfRow('Ann')}\n\n"Bo\nb",${cellsOfRow('').slice(1)}\n,,,,,,\n${cellsOfRow('Cy')}\n`;
  const brokenCsv = Buffer.from(
    [header, cellsOfRow('Zo\xc3\xab'), cellsOfRow('Zo\xeb'), cellsOfRow('\xc3\xab')]
      .map(cells => cells.join(';'))
      .join('\n'),
    'latin1',
  );
  const sheetRow = (line: number, cells: string[]) =>
    `<row r="${line}">${cells.map(cell => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  const lead = (name: string) => ({ fullName: name, property: { soldDate: '2026-03-09' } });

  test.each([
    ['a declared delimiter', Buffer.from(`sep=;\n${csv.replaceAll(',', ';')}`), [3, 5, 8]],
    ['broken UTF-8', brokenCsv, [2, 3, 4]],
    ['gzip', gzipSync(csv), [2, 4, 7]],
    ['a zip', zipOf([{ name: 'leads.txt', bytes: csv }]), [2, 4, 7]],
    ['Windows-1252', Buffer.from(csv.replace('Ann', 'Zoë'), 'latin1'), [2, 4, 7]],
    [
      'a workbook',
      workbookOf({
        sheets: [
          {
            name: 'Sales',
            xml: [
              sheetRow(1, ['Sales']),
              sheetRow(3, header),
              sheetRow(4, cellsOfRow('A')),
              sheetRow(9, cellsOfRow('B')),
            ].join(''),
          },
        ],
      }),
      [4, 9],
    ],
    ['NDJSON', Buffer.from(`\ufeff${JSON.stringify(lead('Ann'))}\n\n${JSON.stringify(lead('Bob'))}`), [1, 3]],
    ['JSON under leads', Buffer.from(JSON.stringify({ leads: [lead('Ann'), lead('Bob')] })), [1, 2]],
    ['JSON', Buffer.from(JSON.stringify([lead('Ann'), lead('Bob'), 7], null, 2)), [1, 2, 3]],
  ] as const)('have the lines of %s', async (_, body, lines) => {
    const found = await readInChunks(body, 1);
    expect(found).toEqual(await readWhole(body));
    expect(found.map(({ line }) => line)).toEqual(lines);
  });

  test('hold plain CSV as it is written', async () => {
    const { chunks } = await chunksIn(Buffer.from(csv), 1);
    expect(chunks.map(({ body }) => body)).toEqual([
      `${header}\n${cellsOfRow('Ann')}\n`,
      `${header}\n"Bo\nb",${cellsOfRow('').slice(1)}\n`,
      `${header}\n${cellsOfRow('Cy')}\n`,
    ]);
  });

  test('hold at most the given number of rows', async () => {
    const { chunks } = await chunksIn(Buffer.from(csv), 2);
    expect(chunks.map(({ records }) => records)).toEqual([2, 1]);
  });

  test('do not begin with a notice', async () => {
    const notice = 'Some sales are not in this download';
    const { chunks } = await chunksIn(Buffer.from(`${csv}${notice}\n`), 3);
    expect(chunks.map(({ records }) => records)).toEqual([4]);
  });

  test('leave out a row that is too long, and list it', async () => {
    const { chunks } = await chunksIn(Buffer.from(`${csv}${'x'.repeat(70_000)}\n${cellsOfRow('Di')}\n`), 9);
    expect(chunks.map(({ records, rejects }) => [records, rejects])).toEqual([
      [4, [{ line: 8, field: '', message: 'Expected at most 65536 characters in a row' }]],
    ]);
  });
});
