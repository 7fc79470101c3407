import { addDays } from '@closingwire/contracts/state-days';
import type { Columns } from '../reading/columns.ts';
import { cellsOf } from '../reading/csv-text.ts';
import { type DateOrder, parseDay } from '../reading/day.ts';
import { csvLine } from './csv-line.ts';
import type { FileRecord } from './file-records.ts';

/** Reads and rewrites the sale date of a record. */
export type SaleDate = {
  read(record: string): string | undefined;
  write(record: string, day: string): string;
};

/** How the days of a file are read: `latest` decides the century of a year of two digits. */
type Days = { latest: string; order: DateOrder };

export function csvSaleDate({ indexes, fieldOf }: Columns, { latest, order }: Days): SaleDate {
  const column = indexes.soldDate ?? fieldOf.indexOf('soldDate');
  return {
    read: record => parseDay(cellsOf(record)[column]?.trim() ?? '', latest, order),
    write(record, day) {
      const cells = cellsOf(record);
      cells[column] = day;
      return csvLine(cells);
    },
  };
}

type NestedRow = { property?: { soldDate?: unknown } };

function rowOf(record: string): NestedRow | undefined {
  try {
    return JSON.parse(record.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

export const ndjsonSaleDate = ({ latest, order }: Days): SaleDate => ({
  read: record => parseDay(String(rowOf(record)?.property?.soldDate ?? '').trim(), latest, order),
  write(record, day) {
    const row = rowOf(record);
    return `${JSON.stringify({ ...row, property: { ...row?.property, soldDate: day } })}\n`;
  },
});

export type Shift = { days: number; latest: string };

/** The day by which 99.9 % of the sales are made becomes today; later sales are dated today. */
const NEARLY_ALL = 0.999;

/** Returns the shift that moves the newest sales to today and keeps the intervals. */
export function shiftToRecent(days: readonly string[], today: string): Shift {
  const sorted = days.toSorted();
  const last = sorted[Math.floor((sorted.length - 1) * NEARLY_ALL)] ?? today;
  return { days: Math.round((Date.parse(today) - Date.parse(last)) / 86_400_000), latest: today };
}

/** Moves the sale date of a record; leaves a record without a readable date. */
export function shifted(record: FileRecord, at: SaleDate, { days, latest }: Shift): FileRecord {
  const day = at.read(record.text);
  if (day === undefined) return record;
  const moved = addDays(day, days);
  return { ...record, text: at.write(record.text, moved > latest ? latest : moved) };
}
