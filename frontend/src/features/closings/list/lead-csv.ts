import type { Closing } from '@closingwire/contracts/lead';
import { sourceColumn } from '@closingwire/contracts/reference';
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

/**
 * Collects the rows of a file page by page. Only if a source of a row must be named, the file has a last column with
 * the names.
 */
export function leadFile(columns: readonly CsvColumn<Closing>[]) {
  const rows: string[] = [];
  const sources: string[] = [];
  return {
    add(closings: readonly Closing[]): void {
      for (const closing of closings) {
        rows.push(csvRow(columns, closing));
        sources.push(csvCell(closing.sources?.join(sourceColumn.between)));
      }
    },
    get count() {
      return rows.length;
    },
    text(): string {
      const lines = [csvHeader(columns), ...rows];
      const last = [sourceColumn.header, ...sources];
      const hasSources = sources.some(source => source !== '');
      return lines.map((line, at) => `${line}${hasSources ? `,${last[at]}` : ''}\r\n`).join('');
    },
  };
}
