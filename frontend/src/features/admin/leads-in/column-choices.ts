import type { DeliveryReport } from '@closingwire/contracts/ingestion';

/** Columns of our table by header, as chosen by hand; null: the column is not read. */
export type Mapping = Readonly<Record<string, string | null>>;

export const noMapping: Mapping = {};

export type FileColumn = {
  header: string;
  /** The field that it is read as, null if it is not read, undefined if its name decides. */
  field: string | null | undefined;
  /** Why it is read as this field. */
  note?: string | null;
  /** Rows with a value; not known of a refused file. */
  filled?: number;
  examples: readonly string[];
};

/** Without these the server sees no name. */
const named = /[^\s_\-.()[\]:*"'’]/u;

/** Returns whether a mapping can name this column. */
export const isNamed = (header: string): boolean => named.test(header);

/** Chooses a field for a header. Undefined leaves it to its name. A field has one column: another choice of it ends. */
export function choose(mapping: Mapping, header: string, field: string | null | undefined): Mapping {
  const others = Object.entries(mapping).filter(
    ([name, chosen]) => name !== header && (chosen === null || chosen !== field),
  );
  return Object.fromEntries(field === undefined ? others : [...others, [header, field]]);
}

/** Returns the columns as they will be read with these choices. */
export function withChoices(columns: readonly FileColumn[], mapping: Mapping): FileColumn[] {
  const chosen = new Map(Object.entries(mapping));
  const taken = new Set(chosen.values());
  return columns.map(column => {
    const choice = chosen.get(column.header);
    if (choice !== undefined)
      return choice === column.field ? column : { ...column, field: choice, note: null };
    const isTaken = typeof column.field === 'string' && taken.has(column.field);
    return isTaken ? { ...column, field: null, note: null } : column;
  });
}

export const columnsOfReport = ({ columns }: DeliveryReport): FileColumn[] =>
  columns.map(({ header, field, note, filled, examples }) => ({ header, field, note, filled, examples }));

/** Returns the columns of a refused file. With choices, the facts of an earlier check of the same header still count. */
export function columnsOfRefusal(
  columns: readonly FileColumn[],
  known: readonly FileColumn[],
  mapping: Mapping,
): readonly FileColumn[] {
  const isSame =
    known.length === columns.length && known.every(({ header }, at) => header === columns[at]?.header);
  return isSame && Object.keys(mapping).length > 0 ? known : columns;
}

const PERCENT = 100;

/** Returns the share of rows with a value. Only none is 0%, and only all are 100%. */
export function shareText(filled: number, rows: number): string {
  if (rows === 0 || filled === 0) return '0%';
  const percent = (filled / rows) * PERCENT;
  if (percent < 1) return 'under 1%';
  return `${filled < rows ? Math.min(Math.round(percent), PERCENT - 1) : PERCENT}%`;
}
