import { empty, raw, type Sql, sql } from '@closingwire/chassis/pg';
import type { KeptExport } from '@closingwire/contracts/exports';
import {
  crmPresets,
  type DerivedValue,
  type FullColumn,
  fullColumnNames,
  fullColumns,
  havePhones,
  type Preset,
} from '@closingwire/contracts/file-layouts';
import { dashboardFileFields, type Field, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import { type ClosingFilter, columnOf, inList, WITH_AGENT } from '../lists/closing-filter.ts';
import { withDeals } from './deals.ts';

type Kind = 'text' | 'phone' | 'number' | 'day' | 'safe';

/** A column of a file: its SQL of a closing `c` and its agent `a`. `safe` text is never read as a formula. */
export type Column = { header: string; value: string; kind: Kind };

export type Layout = {
  rows: Preset['rows'];
  columns: readonly Column[];
  /** A further condition on the agents of a file with a row for each. */
  needs: Sql;
  /**
   * Whether its columns are the same for all rows, as imports of other programs expect. The files of the dashboard and
   * of lists have the columns of the specification, and further ones only if a row needs them.
   */
  hasFixedColumns: boolean;
  /** Whether a column has the deals of the agent. */
  hasDeals: boolean;
  /** Whether a file with fixed columns has the column of phones that must not be called. */
  hasCallWarnings: boolean;
};

const kinds: Partial<Record<Field['kind'], Kind>> = {
  text: 'text',
  email: 'text',
  phone: 'phone',
  number: 'number',
  price: 'number',
  day: 'day',
};

const kindOf = ({ kind }: Field): Kind => kinds[kind] ?? 'safe';

const own: Partial<Record<FullColumn | DerivedValue, Omit<Column, 'header'>>> = {
  agentId: { value: 'coalesce(a.identity_id, a.id)', kind: 'safe' },
  closingId: { value: 'c.id', kind: 'safe' },
  firstName: { value: 'first_name(a.full_name)', kind: 'text' },
  lastName: { value: 'last_name(a.full_name)', kind: 'text' },
  fullName: { value: 'a.full_name', kind: 'text' },
  anyPhone: { value: 'coalesce(a.mobile, a.phone)', kind: 'phone' },
  otherPhone: { value: 'case when a.mobile is not null then a.phone end', kind: 'phone' },
  officeStreet: { value: 'office.parts[1]', kind: 'text' },
  officeCity: { value: 'office.parts[2]', kind: 'text' },
  officeState: { value: 'upper(office.parts[3])', kind: 'safe' },
  officeZip: { value: 'office.parts[4]', kind: 'safe' },
  deals: { value: 'deals.text', kind: 'safe' },
  ourName: { value: `'ClosingWire'`, kind: 'safe' },
};

function columnFor(header: string, name: FullColumn | DerivedValue): Column {
  const given = own[name];
  if (given) return { header, ...given };
  const field = leadField[name as keyof typeof leadField];
  return { header, value: columnOf(field), kind: kindOf(field) };
}

const needed: Record<NonNullable<Preset['needs']>, Sql> = {
  email: sql`a.email is not null`,
  officeAddress: sql`address_parts(a.office_address) is not null`,
};

const everything = sql`true`;

const specified = (fields: readonly Field[]): Layout => ({
  rows: 'closing',
  columns: fields.map(field => ({
    header: field.header ?? field.name,
    value: columnOf(field),
    kind: kindOf(field),
  })),
  needs: everything,
  hasFixedColumns: false,
  hasDeals: false,
  hasCallWarnings: false,
});

/** The layouts of the specification's files. */
const specifiedLayouts = {
  dashboard: specified(dashboardFileFields),
  list: specified(leadFields.filter(({ header }) => header)),
};

/** Returns the layout of a file. Without chosen columns the full file has all. */
export function layoutOf({ preset, columns }: Pick<KeptExport, 'preset' | 'columns'>): Layout {
  if (preset === 'dashboard' || preset === 'list') return specifiedLayouts[preset];
  if (preset === 'full') {
    const names = columns ?? fullColumnNames;
    return {
      rows: 'closing',
      columns: names.map(name => columnFor(fullColumns[name], name)),
      needs: everything,
      hasFixedColumns: true,
      hasDeals: false,
      hasCallWarnings: havePhones(names),
    };
  }
  const { rows, columns: named, needs }: Preset = crmPresets[preset];
  return {
    rows,
    columns: Object.entries(named).map(([header, name]) => columnFor(header, name)),
    needs: needs ? needed[needs] : everything,
    hasFixedColumns: true,
    hasDeals: Object.values(named).includes('deals'),
    hasCallWarnings: havePhones(Object.values(named)),
  };
}

const guards: Partial<Record<Kind, string>> = { text: 'csv_text', phone: 'csv_phone' };

/** Returns the SQL of a CSV cell, in which no spreadsheet takes text for a formula. */
const cellOf = ({ value, kind }: Column): string => (guards[kind] ? `${guards[kind]}(${value})` : value);

/** The select list of a CSV file, and of a workbook, whose cells have types. */
export const cellsOf = ({ columns }: Layout): Sql => raw(columns.map(cellOf).join(', '));
export const valuesOf = ({ columns }: Layout): Sql => raw(columns.map(({ value }) => value).join(', '));

/** Splits the office's address once for all its columns. */
const WITH_OFFICE = sql`cross join lateral (select address_parts(a.office_address) as parts offset 0) office`;

const newestOf = (filter: ClosingFilter, needs: Sql) => sql`
  select distinct on (coalesce(a.identity_id, a.id)) c.* from closings c ${WITH_AGENT} ${inList(filter)} and ${needs}
  order by coalesce(a.identity_id, a.id), c.sold_date desc, c.zip, c.id`;

/**
 * Selects the rows of a file: closings `c` with their agents `a`, ending in a condition. `dealsOf` selects the deals of
 * its agents, if a column has them.
 */
export const rowsOf = (
  { rows, needs, hasDeals }: Layout,
  filter: ClosingFilter,
  dealsOf: ClosingFilter = filter,
): Sql =>
  rows === 'closing'
    ? sql`from closings c ${WITH_AGENT} ${inList(filter)}`
    : sql`from (${newestOf(filter, needs)}) c ${WITH_AGENT} ${WITH_OFFICE} ${hasDeals ? withDeals(dealsOf) : empty}
      where true`;

export const IN_ORDER = sql`order by c.sold_date desc, c.zip, c.id`;

/** Selects which closings the file has. */
export const heldOf = ({ rows, needs }: Layout, filter: ClosingFilter): Sql =>
  rows === 'closing'
    ? sql`select c.zip, c.id, c.agent_id from closings c ${inList(filter)}`
    : sql`select c.zip, c.id, c.agent_id from (${newestOf(filter, needs)}) c`;

/** Selects the number of the file's rows. */
export const countOf = (layout: Layout, filter: ClosingFilter): Sql =>
  sql`select count(*)::int as rows from (${heldOf(layout, filter)}) held`;
