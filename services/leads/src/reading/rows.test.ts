import { deliveryLimits } from '@closingwire/contracts/ingestion';
import { leadField } from '@closingwire/contracts/lead-fields';
import { describe, expect, test } from 'vitest';
import { csvRows } from './csv-rows.ts';
import { parseMapping } from './mapping.ts';
import { jsonRows, ndjsonRows, type RowSource, type SourceRow } from './rows.ts';

async function* piecesOf(text: string | Buffer, size = 7): AsyncIterable<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(source: RowSource): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const some of source) rows.push(...some);
  return rows;
}

/** Invalid UTF-8: a byte that begins no character, half a surrogate pair, truncated characters. */
const illFormed = [
  ['ff', Buffer.from([0xff])],
  ['ed a0 80', Buffer.from([0xed, 0xa0, 0x80])],
  ['c3', Buffer.from([0xc3])],
  ['f0 9f 98', Buffer.from([0xf0, 0x9f, 0x98])],
] as const;

const brief = ({ line, lead, problem }: SourceRow) => [line, lead?.(leadField.fullName) ?? problem];

describe('NDJSON', () => {
  test('gives one row a line', async () => {
    const rows = await all(
      ndjsonRows(piecesOf('\ufeff{"fullName":"Zoë","property":{}}\r\n\n{"fullName":"Ann","property":{}}')),
    );
    expect(rows.map(brief)).toEqual([
      [1, 'Zoë'],
      [3, 'Ann'],
    ]);
  });

  test('reports a malformed line and continues', async () => {
    const rows = await all(ndjsonRows(piecesOf('{"fullName":\n[1]\n{"fullName":"Ann","property":{}}\n')));
    expect(rows.map(brief)).toEqual([
      [1, 'Expected well-formed JSON'],
      [2, 'Expected a JSON object'],
      [3, 'Ann'],
    ]);
  });

  test.each(illFormed)('reports a line with the bytes %s, wherever pieces are cut', async (_, bytes) => {
    const lead = (name: string | Buffer) =>
      Buffer.concat([Buffer.from('{"fullName":"'), Buffer.from(name), Buffer.from('","property":{}}\n')]);
    const body = Buffer.concat([
      lead('Zoë 😀'),
      lead(Buffer.concat([Buffer.from('A'), bytes])),
      lead('\ufffd'),
    ]);
    for (let size = 1; size <= body.length; size++) {
      expect((await all(ndjsonRows(piecesOf(body, size)))).map(brief)).toEqual([
        [1, 'Zoë 😀'],
        [2, 'Expected UTF-8'],
        [3, '\ufffd'],
      ]);
    }
  });

  test('reports a last line that ends within a character', async () => {
    const body = Buffer.concat([Buffer.from('{"fullName":"Ann","property":{}}\n"'), Buffer.from([0xc3])]);
    expect((await all(ndjsonRows(piecesOf(body)))).map(brief)).toEqual([
      [1, 'Ann'],
      [2, 'Expected UTF-8'],
    ]);
  });

  test('without a property is refused with a hint', async () => {
    const [row] = await all(ndjsonRows(piecesOf('{"fullName":"Ann","address1":"1 Elm St"}')));
    expect(row?.problem).toBe('Expected the sale in `property`, as {"address1": …}, beside the agent');
  });

  test('reads the `NaN` of Python as unknown', async () => {
    const [row] = await all(ndjsonRows(piecesOf('{"fullName":"Ann","email":NaN,"property":{}}')));
    expect([row?.problem, row?.lead?.(leadField.email)]).toEqual([undefined, null]);
  });

  test('gives up a line of open texts at once', async () => {
    const [row] = await all(ndjsonRows(piecesOf(`NaN${'\\"'.repeat(30_000)}`, 70_000)));
    expect(row?.problem).toBe('Expected well-formed JSON');
  }, 1_000);

  test('skips an endless line', async () => {
    const body = `"${'x'.repeat(200_000)}"\n{"fullName":"Ann","property":{}}\n`;
    expect((await all(ndjsonRows(piecesOf(body, 10_000)))).map(brief)).toEqual([
      [1, 'Expected at most 65536 characters in a line'],
      [2, 'Ann'],
    ]);
  });
});

describe('JSON', () => {
  test.each(['[{"fullName":"Ann","property":{}},7]', '{"leads":[{"fullName":"Ann","property":{}},7]}'])(
    'gives the rows of %s',
    async body => {
      expect((await all(jsonRows(piecesOf(body)))).map(brief)).toEqual([
        [1, 'Ann'],
        [2, 'Expected a JSON object'],
      ]);
    },
  );

  test('may begin with a mark, and has `NaN` for what is unknown', async () => {
    const body = '\ufeff[{"fullName":"NaN, \\"Ann\\"","email":NaN,"property":{"price":-Infinity}}]';
    const [row] = await all(jsonRows(piecesOf(body)));
    const read = [leadField.fullName, leadField.email, leadField.price].map(field => row?.lead?.(field));
    expect(read).toEqual(['NaN, "Ann"', null, null]);
  });

  test('is refused without an array of leads', async () => {
    await expect(all(jsonRows(piecesOf('{"rows":[]}')))).rejects.toMatchObject({ kind: 'invalid' });
    await expect(all(jsonRows(piecesOf('[{]')))).rejects.toMatchObject({ code: 'invalid_body' });
  });

  test.each(illFormed)('is refused with the bytes %s', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('[{"fullName":"'), bytes, Buffer.from('","property":{}}]')]);
    await expect(all(jsonRows(piecesOf(body)))).rejects.toMatchObject({
      code: 'invalid_body',
      message: 'Expected a body in UTF-8',
    });
  });

  test('is refused when it is too large', async () => {
    const body = piecesOf(' '.repeat(deliveryLimits.jsonBytes + 1), 1_000_000);
    await expect(all(jsonRows(body))).rejects.toMatchObject({ kind: 'too-large' });
  });
});

describe('CSV', () => {
  const header = 'full_name,address1,city,state,zip,price,sold_date';

  test('unquotes cells', async () => {
    const body = `\ufeff${header}\r\n"O'Hara, ""Zoë""",1 Elm St,Kent,WA,98030,1,2026-03-09\r\n`;
    const [row] = await all(csvRows(piecesOf(body)).rows);
    expect(row && [row.line, row.lead?.(leadField.fullName), row.lead?.(leadField.soldDate)]).toEqual([
      2,
      'O\'Hara, "Zoë"',
      '2026-03-09',
    ]);
  });

  test('reports rows of another width', async () => {
    const body = `${header}\nAnn,1 Elm St,#2,Kent,WA,98030,1,2026-03-09\nBob,1 Elm St,Kent,WA,98030,1,2026-03-09\n`;
    expect((await all(csvRows(piecesOf(body)).rows)).map(brief)).toEqual([
      [2, 'Expected 7 columns; got 8'],
      [3, 'Bob'],
    ]);
  });

  test('reports an unclosed quote and continues', async () => {
    const body = `${header}\n"Ann,1 Elm St,Kent,WA,98030,1,2026-03-09\nBob,1 Elm St,Kent,WA,98030,1,2026-03-09\n`;
    expect((await all(csvRows(piecesOf(body)).rows)).map(brief)).toEqual([
      [2, 'Expected a closing quote'],
      [3, 'Bob'],
    ]);
  });

  test('numbers a row by its first line', async () => {
    const quoted = (name: string) => `"${name}","1 Elm St\n#2",Kent,WA,98030,1,2026-03-09\n`;
    const rows = await all(csvRows(piecesOf(`${header}\n${quoted('Ann')}\n${quoted('Bob')}`)).rows);
    expect(rows.map(brief)).toEqual([
      [2, 'Ann'],
      [5, 'Bob'],
    ]);
  });

  test.each(illFormed)('reports a row with the bytes %s, wherever pieces are cut', async (_, bytes) => {
    const rest = Buffer.from(',1 Elm St,Kent,WA,98030,1,2026-03-09\n');
    const body = Buffer.concat([Buffer.from(`${header}\n`), bytes, rest, Buffer.from('Zoë'), rest]);
    for (let size = 1; size <= body.length; size++) {
      expect((await all(csvRows(piecesOf(body, size)).rows)).map(brief)).toEqual([
        [2, 'Expected UTF-8'],
        [3, 'Zoë'],
      ]);
    }
  });

  test('is refused with an ill-formed header', async () => {
    const body = Buffer.concat([Buffer.from(`${header},`), Buffer.from([0xff]), Buffer.from('\n')]);
    await expect(all(csvRows(piecesOf(body), { charset: 'utf-8' }).rows)).rejects.toMatchObject({
      code: 'invalid_body',
    });
  });

  test('names the columns it lacks', async () => {
    await expect(all(csvRows(piecesOf('full_name,zip\n')).rows)).rejects.toMatchObject({
      message: 'Missing required columns: address1 (the street address), sold_date (the day of the sale)',
    });
  });

  test('takes other headers by a mapping', async () => {
    const mapping = parseMapping('Who=full_name, Closed = soldDate');
    const body = 'Who,address1,city,state,zip,price,Closed\nAnn,1 Elm St,Kent,WA,98030,1,2026-03-09\n';
    const [row] = await all(csvRows(piecesOf(body), { mapping }).rows);
    expect(row && [brief(row), row.lead?.(leadField.soldDate)]).toEqual([[2, 'Ann'], '2026-03-09']);
  });
});

describe('a field', () => {
  test('has the name of its CSV header', async () => {
    const body = 'Who,address1,city,state,zip,Sold Date\nAnn,1 Elm St,Kent,WA,98030,2026-03-09\n';
    const [row] = await all(csvRows(piecesOf(body), { mapping: { Who: 'fullName' } }).rows);
    const names = (['fullName', 'soldDate', 'lotSize'] as const).map(field => row?.nameOf?.(field));
    expect(names).toEqual(['Who', 'Sold Date', 'lot_size_acres']);
  });

  test('has the name of its JSON path', async () => {
    const [row] = await all(jsonRows(piecesOf('[{"fullName":"Ann","property":{}}]')));
    const names = (['fullName', 'soldDate', 'agentCity'] as const).map(field => row?.nameOf?.(field));
    expect(names).toEqual(['fullName', 'property.soldDate', 'city']);
  });
});

describe('a mapping', () => {
  test('may be JSON too', () => {
    expect(parseMapping('{"Who":"full_name"}')).toEqual({ Who: 'fullName' });
  });

  test('is refused with an unknown column', () => {
    expect(() => parseMapping('Who=agent_name')).toThrow(
      'Expected a mapping such as {"Agent": "full_name", "Sold": "sold_date"} or Agent=full_name,Sold=sold_date; ' +
        'there is no column "agent_name" among full_name, agent_role, ',
    );
  });
});
