import { stateCode, zipCode } from '@closingwire/contracts/primitive';
import { z } from 'zod';

export type ImportRow = {
  zipCode: string;
  city: string;
  state: string;
  price?: number | undefined;
  isAvailable?: boolean | undefined;
  rowIndex: number;
};
export type NewZip = { zipCode: string; city: string; state: string; price: number; isAvailable: boolean };
export type RowError = { rowIndex: number; message: string };

const DEFAULT_PRICE_USD = 25;

const zipRow = z.object({
  zipCode: z.string().trim().pipe(zipCode),
  city: z.string().trim().min(1, 'A city is required').max(100, 'A city has at most 100 characters'),
  state: z.string().trim().toUpperCase().pipe(stateCode),
  price: z
    .int('A price is a whole number of dollars')
    .min(0, 'A price is not negative')
    .max(1_000_000, 'A price is at most 1000000')
    .default(DEFAULT_PRICE_USD),
  isAvailable: z.boolean().default(true),
});

/** Sorts the rows of a file into ZIPs that can be added and errors by row. */
export function checkImport(rows: readonly ImportRow[]): { zips: NewZip[]; errors: RowError[] } {
  const zips: NewZip[] = [];
  const errors: RowError[] = [];
  for (const { rowIndex, ...row } of rows) {
    const checked = zipRow.safeParse(row);
    if (checked.success) zips.push(checked.data);
    else errors.push({ rowIndex, message: checked.error.issues.map(issue => issue.message).join('; ') });
  }
  return { zips, errors };
}
