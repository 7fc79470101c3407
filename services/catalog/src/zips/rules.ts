import { type ImportRow, newZip } from '@closingwire/contracts/catalog';
import { stateCode } from '@closingwire/contracts/primitive';
import { states } from '@closingwire/contracts/reference';
import { z } from 'zod';

export type NewZip = z.output<typeof newZip>;
export type RowError = { rowIndex: number; message: string };

/** A ZIP of an import, with the number of its row. */
export type ImportedZip = NewZip & { rowIndex: number };

/** The states, the capital, and the territories with ZIPs. */
const knownStates = new Set([...Object.keys(states), 'DC', 'AS', 'GU', 'MP', 'PR', 'VI']);

const zipRow = newZip.extend({
  zipCode: z.string().trim().pipe(newZip.shape.zipCode),
  state: newZip.shape.state.pipe(
    stateCode.refine(code => knownStates.has(code), {
      error: ({ input }) => `Expected a two-letter state, DC or territory; received “${input}”`,
    }),
  ),
});

/** Returns the valid rows as new ZIPs, the others as errors. */
export function checkImport(rows: readonly ImportRow[]): { zips: ImportedZip[]; errors: RowError[] } {
  const zips: ImportedZip[] = [];
  const errors: RowError[] = [];
  for (const { rowIndex, ...row } of rows) {
    const checked = zipRow.safeParse(row);
    if (checked.success) zips.push({ ...checked.data, rowIndex });
    else errors.push({ rowIndex, message: checked.error.issues.map(issue => issue.message).join('; ') });
  }
  return { zips, errors };
}
