import { AppError } from '@closingwire/chassis/app-error';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects } from './dialects.ts';
import { type Row, resources } from './fields.ts';
import { type Filter, operators, parseFilter } from './filter-parser.ts';
import { keysOf, predicateOf, timeRangeOf } from './filter-predicate.ts';

const now = '2026-03-18T19:00:00.000Z';
const row: Row = {
  ListingKey: 'a1',
  StandardStatus: 'Closed',
  PropertySubType: 'SingleFamilyResidence',
  StreetName: "O'Brien",
  City: 'Elk',
  BedroomsTotal: 3,
  ClosePrice: 250_000.5,
  CloseDate: '2026-03-17',
  UnitNumber: null,
  ListPrice: null,
  ModificationTimestamp: '2026-03-18T18:30:00.250Z',
  MlgCanView: true,
};

function matches(filter: string, dialect: Dialect = dialects.standard): boolean {
  const resource = resources.Property;
  return predicateOf(parseFilter(filter), { resource, fields: resource.fields, dialect, now })(row);
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}

const matching = [
  "StandardStatus eq 'Closed' and ModificationTimestamp gt 2026-03-18T18:30:00Z",
  'ModificationTimestamp ge 2026-03-18T11:30:00.25-07:00',
  'ModificationTimestamp lt now()',
  'ModificationTimestamp gt 2026-03-18',
  "StandardStatus has org.reso.metadata.enums.StandardStatus'Closed'",
  "StandardStatus ne org.reso.metadata.enums.StandardStatus'Active'",
  "StreetName eq 'O''Brien'",
  "City in ('Ash','Elk')",
  "not (City eq 'Ash') and not BedroomsTotal gt 4",
  'BedroomsTotal ge 3 and BedroomsTotal le 3.0',
  'ClosePrice gt 2.5e5',
  'CloseDate le 2026-03-17',
  'UnitNumber eq null',
  'ListPrice eq null',
  'MlgCanView and MlgCanView eq true',
  '3 eq BedroomsTotal',
  '2 lt BedroomsTotal',
  "City eq 'Ash' and BedroomsTotal eq 1 or City eq 'Elk'",
];

const notMatching = [
  "City eq 'Ash' and (BedroomsTotal eq 1 or City eq 'Elk')",
  "City eq 'elk'",
  "UnitNumber gt 'A'",
  'ClosePrice gt null',
  'UnitNumber ne null',
  "not (City in ('Ash','Elk'))",
  'ModificationTimestamp eq 2026-03-18T18:30:00Z',
];

const refused: [filter: string, code: string][] = [
  ['', 'invalid_filter'],
  ['City eq', 'invalid_filter'],
  ["City 'Elk'", 'invalid_filter'],
  ["City eq 'Elk", 'invalid_filter'],
  ["(City eq 'Elk'", 'invalid_filter'],
  ["City eq 'Elk')", 'invalid_filter'],
  ["City eq 'Elk' BedroomsTotal eq 3", 'invalid_filter'],
  ["City like 'Elk'", 'invalid_filter'],
  ["Town eq 'Elk'", 'invalid_filter'],
  ['BedroomsTotal eq three', 'not_supported'],
  ["BedroomsTotal eq '3'", 'invalid_filter'],
  ['City eq 3', 'invalid_filter'],
  ['CloseDate gt 2026-02-30', 'invalid_filter'],
  ['CloseDate gt 2026-02-01T00:00:00Z', 'invalid_filter'],
  ['ModificationTimestamp gt 2026-02-01T25:00:00Z', 'invalid_filter'],
  ['ModificationTimestamp gt 2026-02-01T00:00:00 00:00', 'invalid_filter'],
  ["StandardStatus eq 'Sold'", 'invalid_filter'],
  ["StandardStatus eq other.StandardStatus'Closed'", 'invalid_filter'],
  ["City has 'Elk'", 'invalid_filter'],
  ["constructor eq 'Elk'", 'invalid_filter'],
  ["contains(City,'E')", 'not_supported'],
  ['BedroomsTotal add 1 eq 4', 'not_supported'],
  ["ListAgent/MemberKey eq 'x'", 'not_supported'],
  ["Rooms/any(r:r eq 'x')", 'invalid_filter'],
  ['City eq City', 'not_supported'],
];

describe('a filter', () => {
  it.each(matching)('%s matches the row', filter => {
    expect(matches(filter)).toBe(true);
  });

  it.each(notMatching)('%s does not match the row', filter => {
    expect(matches(filter)).toBe(false);
  });

  it('takes the spelling of its dialect', () => {
    expect(matches("PropertySubType eq 'SingleFamilyResidence'")).toBe(true);
    expect(codeOf(() => matches("PropertySubType eq 'Single Family Residence'"))).toBe('invalid_filter');
    const labeled = dialects['small-pages'];
    expect(matches("PropertySubType eq 'Single Family Residence'", labeled)).toBe(true);
    expect(matches("PropertySubType eq 'SingleFamilyResidence'", labeled)).toBe(false);
    expect(matches("PropertySubType ne 'No Such Type'", labeled)).toBe(true);
  });

  it.each(refused)('%s is refused as %s', (filter, code) => {
    expect(codeOf(() => matches(filter))).toBe(code);
  });

  it('is refused when it is too long or too deep', () => {
    const nested = `${'('.repeat(60)}City eq 'Elk'${')'.repeat(60)}`;
    expect(codeOf(() => matches(`City eq '${'x'.repeat(8_000)}'`))).toBe('too_complex');
    expect(codeOf(() => matches(nested))).toBe('too_complex');
  });

  it('obeys what its dialect lets clients search', () => {
    const grid = dialects['originating-system'];
    expect(matches("StandardStatus eq 'Closed'", grid)).toBe(true);
    expect(codeOf(() => matches("City eq 'Elk'", grid))).toBe('invalid_filter');
  });

  it('narrows the walk to its times and keys', () => {
    const filter = parseFilter(
      "City eq 'Elk' and (ModificationTimestamp gt 2026-01-01T00:00:00Z and ModificationTimestamp le 2026-02-01T00:00:00Z)",
    );
    expect(timeRangeOf(filter)).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' });
    expect(keysOf(parseFilter("ListingKey in ('a','b') and City eq 'Elk'"), 'ListingKey')).toEqual([
      'a',
      'b',
    ]);
    expect(keysOf(parseFilter("ListingKey eq 'a' or City eq 'Elk'"), 'ListingKey')).toBeUndefined();
  });
});

const name = fc.constantFrom('City', 'StreetName', 'UnitNumber');
const text = fc.string({ maxLength: 8 });
const literal = fc.oneof(
  text.map(value => ({ type: 'string' as const, value })),
  fc.constant({ type: 'null' as const, value: null }),
);
const compare = fc.record({
  kind: fc.constant('compare' as const),
  field: name,
  operator: fc.constantFrom(...operators),
  literal,
});
const listed = fc.record({
  kind: fc.constant('in' as const),
  field: name,
  literals: fc.array(literal, { minLength: 1, maxLength: 3 }),
});
const filters = fc.letrec<{ filter: Filter }>(tie => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    compare,
    listed,
    fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).filter;

const quoted = (value: unknown) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`);

function written(filter: Filter): string {
  switch (filter.kind) {
    case 'compare':
      return `${filter.field} ${filter.operator} ${quoted(filter.literal.value)}`;
    case 'in':
      return `${filter.field} in (${filter.literals.map(({ value }) => quoted(value)).join(',')})`;
    case 'not':
      return `not (${written(filter.part)})`;
    default:
      return filter.parts.map(part => `(${written(part)})`).join(` ${filter.kind} `);
  }
}

describe('the filter parser', () => {
  it('reads every filter back as it was written', () => {
    fc.assert(
      fc.property(filters, filter => {
        expect(parseFilter(written(filter))).toEqual(filter);
      }),
    );
  });

  it('refuses any other text with an error of its own', () => {
    const codes = ['none', 'invalid_filter', 'not_supported', 'too_complex'];
    fc.assert(
      fc.property(fc.string(), text => {
        expect(codes).toContain(codeOf(() => parseFilter(text)));
      }),
    );
  });
});
