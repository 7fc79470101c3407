import type { Fault, Reject } from '@closingwire/contracts/ingestion';
import { leadField, leadFields } from '@closingwire/contracts/lead-fields';
import { stringify } from 'csv-stringify/sync';
import type { Form } from '../reading/open-rows.ts';
import { isOwnHeader, ownHeaders } from '../reading/own-headers.ts';
import type { SourceRow } from '../reading/rows.ts';

/**
 * A rejected row. `cells` are those that were received, null if they are no longer kept. `reference` names a stored row.
 */
export type RejectedRow = {
  sheetRow: number;
  faults: readonly Fault[];
  cells: readonly string[] | null;
  reference?: string;
};

/** The names of the columns of `cellsOf`: those of the file, or ours for JSON and feeds. */
export const headerOf = ({ table }: Form): readonly string[] =>
  table?.columns?.headers ?? leadFields.map(({ column }) => column);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value ?? undefined) ?? '');

/** Returns the cells of a row as they were received. A text that has no cells is behind the last column. */
export function cellsOf({ cells, received, lead }: SourceRow, form: Form): readonly string[] {
  if (cells) return cells;
  if (typeof received === 'string') return [...headerOf(form).map(() => ''), received];
  return received ?? (lead ? leadFields.map(field => textOf(lead(field))) : []);
}

const fiveDigits = /^\s*(\d{5})(?:-\d{4})?\s*$/;

/** Returns the ZIP of a row, or null if it has none of five digits. */
export function zipOf({ lead }: SourceRow): string | null {
  const value = lead?.(leadField.zip);
  return fiveDigits.exec(typeof value === 'number' ? String(value) : textOf(value))?.[1] ?? null;
}

export const faultsOf = ({ field, message, further = [] }: Reject): Fault[] => [
  { field, message },
  ...further,
];

/** A negative number is no formula: it stays as it was received. */
const negative = /^-\d+(?:\.\d+)?$/;

const faultText = ({ field, message }: Fault): string => (field ? `${field}: ${message}` : message);

/**
 * Writes rejected rows as CSV: the row, its faults, then its columns. The file can be repaired and delivered again: our
 * columns have no leads, and those of an earlier file of rejects are left out.
 */
export function rejectedRowsCsv(header: readonly string[] | null, { isStored }: { isStored: boolean }) {
  const names = header ?? [];
  const { row, faults, reference } = ownHeaders;
  const isKept = (_: string, index: number) => !isOwnHeader(names[index] ?? '');
  const write = (lines: readonly (readonly (string | number)[])[]) =>
    stringify(lines as (string | number)[][], {
      escape_formulas: true,
      cast: { string: text => (negative.test(text) ? { value: text, escape_formulas: false } : text) },
    });
  return {
    head: () => `\ufeff${write([[row, faults, ...(isStored ? [reference] : []), ...names.filter(isKept)]])}`,
    lines: (rows: readonly RejectedRow[]) =>
      write(
        rows.map(({ sheetRow, faults, cells, reference = '' }) => [
          sheetRow,
          faults.map(faultText).join(' | '),
          ...(isStored ? [reference] : []),
          ...(cells ?? []).filter(isKept),
        ]),
      ),
  };
}
