import { leadFields } from '@closingwire/contracts/lead-fields';
import { receivedLead } from '@closingwire/contracts/leads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FlatLead, readFlat } from '../../test/flat-lead.ts';
import { csvRows } from './csv-rows.ts';
import { cellsOf, type Delimiter, delimiters, recordSplitter } from './csv-text.ts';
import { FieldError } from './fields.ts';
import type { SourceRow } from './rows.ts';

const good: FlatLead = {
  fullName: 'Zoë Example',
  licenseNumber: 'WA-20117',
  email: 'zoe@example.com',
  mobile: '(206) 555-0142',
  address1: '1 Elm St',
  city: 'Kent',
  state: 'WA',
  zip: '98030',
  price: '300000',
  soldDate: '2026-03-09',
  beds: '3',
  type: 'home',
  mlsId: '77',
};

/** Cells as spreadsheets, people and programs write them. */
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'N/A',
    '-',
    '0',
    '="1"',
    "'=1",
    '2.06E+09',
    '1,2,3',
    '#REF!',
    '$ -',
    '1/1/1',
    '99999999999999',
    'a@b.c; d@e.f',
  ),
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, undefined, true, [], {}),
);
const required = leadFields.filter(field => field.required).map(({ name }) => name);

describe('any value in a cell', () => {
  test.each(leadFields)('of $name costs no other cell', ({ name, group, key }) => {
    const whole = readFlat(good);
    fc.assert(
      fc.property(cell, value => {
        let lead: ReturnType<typeof readFlat>;
        try {
          lead = readFlat({ ...good, [name]: value });
        } catch (error) {
          // A closing cannot be without the values of these; a ZIP without its leading zero needs its state.
          expect(error).toBeInstanceOf(FieldError);
          expect([...required, 'state']).toContain(name);
          return;
        }
        expect(receivedLead.parse(lead)).toEqual(lead);
        const others = (read: typeof lead) => {
          const {
            sourceType,
            otherEmails,
            otherPhones,
            phoneExtension,
            property,
            city,
            state,
            hasOwnPlace,
            ...agent
          } = read;
          const { [key as keyof typeof agent]: _, ...restOfAgent } = agent;
          const { [key as keyof typeof property]: __, ...restOfSale } = property;
          return group === 'agent' ? { restOfAgent, property } : { agent, restOfSale };
        };
        expect(others(lead)).toEqual(others(whole));
      }),
      { numRuns: 200 },
    );
  });
});

async function rowsOf(body: Buffer): Promise<SourceRow[]> {
  async function* whole() {
    yield body;
  }
  const rows: SourceRow[] = [];
  for await (const some of csvRows(whole()).rows) rows.push(...some);
  return rows;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('a table', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter(value => !value.includes('\0'));
  const table = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });

  test('gives back its cells with any delimiter and line end', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...delimiters),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, delimiter, end) => {
          const written = rows.map(row => row.map(quoted).join(delimiter) + end).join('');
          const splitter = recordSplitter({
            quotes: true,
            delimiter: delimiter as Delimiter,
            lineEnd: end === '\r' ? '\r' : '\n',
          });
          const records = [...splitter.push(written), ...splitter.end()];
          expect(records.map(record => cellsOf(record.text, delimiter))).toEqual(rows);
        },
      ),
    );
  });

  test.each(['\n', '\r\n', '\r'])('keeps line breaks in quoted cells with lines ended by %j', async end => {
    const breaks = fc.array(fc.constantFrom('\n', '\r', '\r\n', 'a', '""', ',', ';'), {
      minLength: 1,
      maxLength: 6,
    });
    const note = breaks.map(parts => `x${parts.join('')}y`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...delimiters),
        async (notes, delimiter) => {
          const header = ['full_name', 'address1', 'zip', 'sold_date', 'Note\n(as\rwritten)'];
          const rows = notes.map(text => ['Ann', '1 Elm St', '98030', '2026-03-09', text]);
          const written = [header, ...rows].map(row => row.map(quoted).join(delimiter) + end).join('');
          const read = await rowsOf(Buffer.from(written));
          expect(read.map(({ cells }) => cells?.[4])).toEqual(notes);
        },
      ),
    );
  });

  test('is read the same in UTF-8, UTF-16 and with any delimiter', async () => {
    const name = fc
      .stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ',;|"]{2,20}$/)
      .filter(value => /[A-Za-z]{2}/.test(value));
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...delimiters),
        fc.constantFrom('utf8', 'utf16le', 'latin1'),
        async (names, delimiter, encoding) => {
          const header = ['full_name', 'address1', 'zip', 'sold_date'];
          const rows = names.map(value => [value, '1 Elm St', '98030', '2026-03-09']);
          const written = [header, ...rows].map(row => row.map(quoted).join(delimiter)).join('\r\n');
          const read = await rowsOf(Buffer.from(written, encoding as BufferEncoding));
          expect(read.map(({ cells }) => cells?.[0])).toEqual(names);
        },
      ),
    );
  });
});
