import { addDays } from '@closingwire/contracts/state-days';
import { stringify } from 'csv-stringify/sync';
import { columnsOf, type Mapping } from '../reading/columns.ts';
import { cellsOf, type TextRecord } from '../reading/csv-text.ts';
import { parseDay } from '../reading/day.ts';

/** Reads and rewrites the sale date of a record. */
export type SaleDate = {
  read(record: string): string | undefined;
  write(record: string, day: string): string;
};

/** Any day may be shifted. */
const LATEST = '9999-12-31';

export function csvSaleDate(header: string, mapping: Mapping): SaleDate {
  const column = columnsOf(cellsOf(header.replace(/^\ufeff/, '')), mapping).indexes.soldDate ?? -1;
  return {
    read: record => parseDay(cellsOf(record)[column] ?? '', LATEST),
    write(record, day) {
      const cells = cellsOf(record);
      cells[column] = day;
      return stringify([cells]);
    },
  };
}

type NestedRow = { property?: { soldDate?: unknown } };

function rowOf(record: string): NestedRow | undefined {
  try {
    return JSON.parse(record);
  } catch {
    return undefined;
  }
}

export const ndjsonSaleDate: SaleDate = {
  read: record => parseDay(String(rowOf(record)?.property?.soldDate ?? ''), LATEST),
  write(record, day) {
    const row = rowOf(record);
    return `${JSON.stringify({ ...row, property: { ...row?.property, soldDate: day } })}\n`;
  },
};

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
export function shifted(record: TextRecord, at: SaleDate, { days, latest }: Shift): TextRecord {
  const day = at.read(record.text);
  if (day === undefined) return record;
  const moved = addDays(day, days);
  return { ...record, text: at.write(record.text, moved > latest ? latest : moved) };
}
