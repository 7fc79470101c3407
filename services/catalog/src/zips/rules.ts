import { type ImportRow, newZip } from '@closingwire/contracts/catalog';
import { z } from 'zod';

export type NewZip = z.output<typeof newZip>;
export type RowError = { rowIndex: number; message: string };

const zipRow = newZip.extend({ zipCode: z.string().trim().pipe(newZip.shape.zipCode) });

/** Returns the valid rows as new ZIPs, the others as errors. */
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
