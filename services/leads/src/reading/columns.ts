import { AppError } from '@closingwire/chassis/app-error';
import { type Field, type LeadField, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import { commonColumns, type FieldSource, isNotSold, statusColumns } from './common-columns.ts';
import { headerKey } from './header-key.ts';
import { parseNumber } from './number.ts';
import { ownHeaders } from './own-headers.ts';
import { isReadyHeader, type ReadyMapping, readyMappingFor } from './ready-mappings.ts';
import { isUnknown } from './text.ts';

/** The field of each header, null for a column that must not be read. */
export type Mapping = Record<string, LeadField | null>;

const byName = new Map<string, LeadField>([
  ...leadFields.map(({ name }): [string, LeadField] => [headerKey(name), name]),
  ...leadFields.map(({ name, column }): [string, LeadField] => [headerKey(column), name]),
]);
/** The same with the titles of our own files. */
const byKey = new Map<string, LeadField>([
  ...leadFields.map(({ name, header }): [string, LeadField] => [headerKey(header ?? name), name]),
  ...byName,
]);

/** Returns the field with this name, in any spelling: `sold_date`, `Sold Date`, `soldDate`. */
export const fieldNamed = (text: string): LeadField | undefined => byName.get(headerKey(text));

/** Whether a header means something here, by our names or those of a known file. */
const isKnownHeader = (header: string): boolean =>
  headerKey(header) !== '' && (byKey.has(headerKey(header)) || isReadyHeader(header));

/** Returns a test for headers that a mapping names or that mean something here. */
export function headerTest(mapping: Mapping): (header: string) => boolean {
  const mapped = new Set(Object.keys(mapping).map(headerKey));
  return header => isKnownHeader(header) || mapped.has(headerKey(header));
}

type Cells = readonly string[];

/** Which column each field is read from. */
export type Columns = {
  headers: readonly string[];
  /** The known file. */
  ready: Pick<ReadyMapping, 'name' | 'lacks'> | undefined;
  /** The column of a field that is read from one column as it is. */
  indexes: Partial<Record<LeadField, number>>;
  /** The value of a field that is computed from several columns, or the same in every row. */
  computed: Partial<Record<LeadField, (cells: Cells) => string | undefined>>;
  /** Returns the file's header of a field, or our column if the field has none. */
  headerOf: (field: LeadField) => string;
  /** The field of each column, by the column's index. */
  fieldOf: readonly (LeadField | undefined)[];
  /** Why a column is read as its field, by the column's index; undefined if its header shows that. */
  noteOf: readonly (string | undefined)[];
  /** Why a row is no sale, undefined if it is one. */
  notSold: ((cells: Cells) => string | undefined) | undefined;
};

const quoted = (header: string | undefined) => `'${(header ?? '').replace(/\s+/g, ' ').trim()}'`;

const isSame = (one: string | undefined, other: string | undefined) =>
  headerKey(one ?? '') === headerKey(other ?? '');

function twice(field: LeadField, headers: readonly string[], indexes: readonly number[]): AppError {
  const { column } = leadField[field];
  const [first, ...others] = indexes.map(index => headers[index]);
  const names = indexes.map(index => `${quoted(headers[index])} (column ${index + 1})`).join(' and ');
  // A mapping names columns by their headers.
  const advice = others.some(other => isSame(first, other))
    ? 'These headers mean the same; rename or delete one of the columns in the file'
    : `Keep one by a mapping such as ${JSON.stringify({ [first ?? '']: column, [others[0] ?? '']: null })}`;
  return new AppError(
    'invalid',
    'repeated_columns',
    `Expected one column for ${column}; got ${names}. ${advice}`,
    { detail: { field: column, columns: indexes.map(index => index + 1), found: headers } },
  );
}

const isFilled = (cell: string | undefined): cell is string => cell !== undefined && !isUnknown(cell.trim());

/** Fewer than those in which a sum of floating point numbers is not exact. */
const DECIMALS = 6;

/** Returns how a field's text is made from the cells of its columns. */
function computedFrom({ field, how, prefix = '' }: FieldSource, indexes: readonly number[]) {
  return (cells: Cells): string | undefined => {
    const filled = indexes.map(index => cells[index]?.trim());
    if (how === 'joined') return filled.filter(isFilled).join(' ') || undefined;
    if (!how) {
      const first = filled.find(isFilled);
      return first && prefix + first;
    }
    const only = filled.filter(isFilled);
    if (only.length === 0) return undefined;
    const numbers = filled.map((cell, at) => numberOf(cell, field, how.sum[at] ?? 1));
    const isReadable = numbers.every(number => number !== undefined);
    if (!isReadable) return only[0];
    const sum = numbers.reduce((sum, number) => sum + number, 0);
    return String(Number(sum.toFixed(DECIMALS)));
  };
}

/** A number with its own unit needs no factor. */
function numberOf(cell: string | undefined, field: string, factor: number): number | undefined {
  if (!isFilled(cell)) return 0;
  const value = parseNumber(cell, field);
  const hasUnit = /[a-z²]/i.test(cell);
  return value === undefined || hasUnit ? value : value * factor;
}

/** Collects the columns of fields; a field that has one keeps it. */
class ColumnPlan {
  readonly headers: readonly string[];
  readonly #keys: readonly string[];
  readonly indexes: Columns['indexes'] = {};
  readonly computed: Columns['computed'] = {};
  readonly fieldOf: (LeadField | undefined)[];
  readonly noteOf: (string | undefined)[];
  readonly #taken = new Set<number>();

  constructor(headers: readonly string[]) {
    this.headers = headers;
    this.#keys = headers.map(headerKey);
    this.fieldOf = headers.map(() => undefined);
    this.noteOf = headers.map(() => undefined);
  }

  /** Returns the columns with this header. */
  at(header: string): number[] {
    const key = headerKey(header);
    return this.#keys.flatMap((one, index) => (one === key && key !== '' ? [index] : []));
  }

  /** Returns the first column with this header that no field is read from and no mapping ignores. */
  free = (header: string) => this.at(header).find(index => !this.#taken.has(index));

  has = (field: LeadField) => this.indexes[field] !== undefined || this.computed[field] !== undefined;

  /** Takes a column away from all fields. */
  ignore(index: number): void {
    this.#taken.add(index);
  }

  /** Reads a field from one of these columns. Throws if there are several. */
  set(field: LeadField, indexes: readonly number[]): void {
    if (indexes.length > 1) throw twice(field, this.headers, indexes);
    const [index] = indexes;
    if (index === undefined) return;
    this.indexes[field] = index;
    this.#use(field, [index]);
  }

  /** Adds a way of a known file to read a field, behind those that it has already. */
  addReady(source: FieldSource): void {
    const indexes = source.from.map(header => {
      const found = this.at(header);
      if (found.length > 1) throw twice(source.field, this.headers, found);
      return found[0] ?? -1;
    });
    if (indexes.every(index => index < 0 || this.#taken.has(index))) return;
    const before = this.computed[source.field];
    const value = computedFrom(source, indexes);
    this.computed[source.field] = before ? cells => before(cells) ?? value(cells) : value;
    this.#use(source.field, indexes, source.note);
  }

  /** Reads the fields that are left from the columns with their names. */
  setKnown(): void {
    const found = Map.groupBy(
      this.#keys.flatMap((key, index) => {
        const field = this.#taken.has(index) ? undefined : byKey.get(key);
        return field && !this.has(field) ? [{ field, index }] : [];
      }),
      ({ field }) => field,
    );
    for (const [field, columns] of found)
      this.set(
        field,
        columns.map(({ index }) => index),
      );
  }

  #use(field: LeadField, indexes: readonly number[], note?: string): void {
    for (const index of indexes) {
      if (index < 0) continue;
      if (this.fieldOf[index] === undefined) {
        this.fieldOf[index] = field;
        this.noteOf[index] = note;
      }
      this.#taken.add(index);
    }
  }
}

type Ready = Pick<ReadyMapping, 'sources' | 'constants'>;

/** Reads the fields that are left from these columns; those of the agent only together with their name. */
function addReady(plan: ColumnPlan, { sources, constants = {} }: Ready): void {
  const given = new Set(leadFields.filter(({ name }) => plan.has(name)).map(({ name }) => name));
  const isNamed =
    given.has('fullName') ||
    sources.some(
      ({ field, from }) => field === 'fullName' && from.some(header => plan.at(header).length > 0),
    );
  const isUsable = (field: LeadField) =>
    !given.has(field) && (isNamed || leadField[field].group === 'property');
  for (const source of sources) if (isUsable(source.field)) plan.addReady(source);
  for (const [name, value] of Object.entries(constants)) {
    const field = name as LeadField;
    if (isUsable(field) && !plan.has(field)) plan.computed[field] = () => value;
  }
}

/** Reads the fields that are left from usual columns. A column that occurs twice is not one of them. */
function addCommon(plan: ColumnPlan, headers: readonly string[]): void {
  const keys = headers.map(headerKey);
  const single = new Set(keys.filter(key => keys.indexOf(key) === keys.lastIndexOf(key)));
  const nameKeys = keys.filter((_, index) => plan.fieldOf[index] === 'fullName');
  const { role, sources } = commonColumns(plan.has('fullName') ? new Set(nameKeys) : single);
  const usable = sources.map(source => ({
    ...source,
    from: source.from.map(names => names.split('|').find(name => single.has(headerKey(name))) ?? ''),
  }));
  addReady(plan, { sources: usable, ...(role && { constants: { agentRole: role } }) });
}

const namePart = /^(.*)(?:first|last)name$/;

/** Returns both parts of a name, if one of them is to be read as the name. */
function wholeName(plan: ColumnPlan, columns: readonly number[]): FieldSource | undefined {
  const parts = new Set(columns.map(index => namePart.exec(headerKey(plan.headers[index] ?? ''))?.[1]));
  const [of] = parts;
  if (of === undefined || parts.size > 1) return undefined;
  const from = [`${of}firstname`, `${of}lastname`];
  const isWhole = from.every(header => plan.free(header) !== undefined && plan.at(header).length === 1);
  return isWhole
    ? { field: 'fullName', from, how: 'joined', note: 'First and last name together' }
    : undefined;
}

/** By the words of a known file, else by the words that mean a listing which is not sold. */
function notSoldBy(plan: ColumnPlan, ready: ReadyMapping | undefined): Columns['notSold'] {
  const columns = ready?.sold ? [ready.sold.column] : statusColumns;
  const [index] = columns.flatMap(name => plan.free(name) ?? []);
  if (index === undefined) return undefined;
  plan.noteOf[index] = 'Decides which rows are sales';
  const values = ready?.sold?.values;
  const isSale = (status: string) =>
    !isNotSold(status) && (!values || isUnknown(status) || values.includes(status.toLowerCase()));
  return cells => {
    const status = cells[index]?.trim() ?? '';
    return isSale(status) ? undefined : `Expected a sale; got ${plan.headers[index]?.trim()} '${status}'`;
  };
}

/**
 * Finds the column of each field: first by the mapping, then as a known file has them, then by our names, then by usual
 * ones. Throws if two columns claim a field.
 */
export function columnsOf(headers: readonly string[], mapping: Mapping): Columns {
  const plan = new ColumnPlan(headers);
  for (const header of Object.values(ownHeaders)) for (const index of plan.at(header)) plan.ignore(index);
  const mapped = Map.groupBy(Object.entries(mapping), ([, field]) => field);
  for (const [header] of mapped.get(null) ?? []) for (const index of plan.at(header)) plan.ignore(index);
  for (const [field, entries] of mapped) {
    const columns = entries.flatMap(([header]) => plan.at(header));
    const whole = field === 'fullName' ? wholeName(plan, columns) : undefined;
    if (whole) plan.addReady(whole);
    else if (field) plan.set(field, columns);
  }
  const ready = readyMappingFor(headers);
  if (ready) addReady(plan, ready);
  plan.setKnown();
  addCommon(plan, headers);
  const { indexes, fieldOf, noteOf } = plan;
  return {
    headers,
    ready,
    indexes,
    headerOf: field => headers[indexes[field] ?? fieldOf.indexOf(field)]?.trim() || leadField[field].column,
    computed: plan.computed,
    fieldOf,
    noteOf,
    notSold: notSoldBy(plan, ready),
  };
}

/** Returns the required fields that a file does not have. */
export const missingFields = ({ indexes, computed }: Pick<Columns, 'indexes' | 'computed'>): Field[] =>
  leadFields.filter(({ required, name }) => required && indexes[name] === undefined && !computed[name]);

/** Returns our column that a column is read as, and why; null if it is not read, or needs no explanation. */
export function factsOfColumn({ fieldOf, noteOf }: Columns, index: number) {
  const field = fieldOf[index];
  return { field: field ? leadField[field].column : null, note: noteOf[index] ?? null };
}
