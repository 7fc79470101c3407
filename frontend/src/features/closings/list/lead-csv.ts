import type { Closing } from '@closingwire/contracts/lead';
import { callWarningColumn, sourceColumn } from '@closingwire/contracts/rare-columns';
import { type CsvColumn, csvCell, csvHeader, csvPhone, csvRow } from '../../../lib/csv.ts';
import { type LeadFacts, leadValue } from './lead-value.ts';

function cellOf(closing: Closing, field: LeadFacts): string | number | null {
  const value = leadValue(closing, field);
  return field.kind === 'phone' && typeof value === 'string' ? csvPhone(value) : value;
}

/** Returns the columns of the fields with a header: all 24 for the agents page. */
export const leadColumns = (fields: readonly LeadFacts[]): CsvColumn<Closing>[] =>
  fields.flatMap(field =>
    field.header ? { header: field.header, value: closing => cellOf(closing, field) } : [],
  );

/** Returns the 23 columns of a lead list. */
export const leadListColumns = (fields: readonly LeadFacts[]): CsvColumn<Closing>[] =>
  leadColumns(fields.filter(({ name }) => name !== 'agentRole'));

const { fields, states, between } = callWarningColumn;

/** Columns that a file has only if a row has a value in them. */
const rareColumns: readonly CsvColumn<Closing>[] = [
  {
    header: callWarningColumn.header,
    value: ({ mustNotCall }) =>
      mustNotCall?.map(({ field, state }) => `${fields[field]}: ${states[state]}`).join(between),
  },
  { header: sourceColumn.header, value: ({ sources }) => sources?.join(sourceColumn.between) },
];

/** Collects the rows of a file page by page. The columns for warnings and sources exist only where a row needs them. */
export function leadFile(columns: readonly CsvColumn<Closing>[]) {
  const rows: string[] = [];
  const rare = rareColumns.map(column => ({ column, cells: [] as string[] }));
  return {
    add(closings: readonly Closing[]): void {
      for (const closing of closings) {
        rows.push(csvRow(columns, closing));
        for (const { column, cells } of rare) cells.push(csvCell(column.value(closing)));
      }
    },
    get count() {
      return rows.length;
    },
    text(): string {
      const shown = rare.filter(({ cells }) => cells.some(cell => cell !== ''));
      const header = [csvHeader(columns), ...shown.map(({ column }) => column.header)].join(',');
      const lines = rows.map((row, at) => [row, ...shown.map(({ cells }) => cells[at])].join(','));
      return [header, ...lines, ''].join('\r\n');
    },
  };
}
