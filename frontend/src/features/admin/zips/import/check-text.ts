import type { ImportCheck } from './use-import-check.ts';
import type { ZipRow } from './zip-rows-of.ts';

type Counts = NonNullable<ImportCheck['counts']>;

const shown = (count: number) => count.toLocaleString('en-US');

/** The counts of a check in one sentence. */
export function checkText({ created, skipped, repeated, refused }: Counts): string {
  const parts = [
    `${shown(created)} ${created === 1 ? 'row' : 'rows'} will be added`,
    ...(skipped > repeated ? [`${shown(skipped - repeated)} skipped because the ZIP code exists`] : []),
    ...(repeated > 0 ? [`${shown(repeated)} skipped because an earlier row has the ZIP code`] : []),
    `${shown(refused)} refused`,
  ];
  return `${parts.join(', ')}.`;
}

/** Says that an import adds nothing; undefined if it may add rows. */
export function nothingText({ created, skipped, repeated, refused }: Counts): string | undefined {
  if (created > 0 || skipped === 0) return undefined;
  if (repeated > 0) return 'Nothing will change';
  if (refused > 0) return `Nothing will change: ${shown(skipped)} already there, ${shown(refused)} refused`;
  return `Nothing will change: ${skipped === 1 ? 'it is' : `all ${shown(skipped)} are`} already there`;
}

/** Returns the label of the import button. It counts only the rows that will be added. */
export function importLabel(counts: Counts | null): string {
  if (!counts || counts.created === 0) return 'Import';
  return `Import ${shown(counts.created)} ZIP ${counts.created === 1 ? 'Code' : 'Codes'}`;
}

type Outcome = { text: string; tone: 'danger' | 'neutral' | 'positive' };

/** Returns what an import does with a row of the preview. */
export function rowOutcome(
  row: Pick<ZipRow, 'rowIndex' | 'zipCode'>,
  rows: readonly Pick<ZipRow, 'rowIndex' | 'zipCode'>[],
  { refusals, skipped }: Pick<ImportCheck, 'refusals' | 'skipped'>,
): Outcome {
  const refusal = refusals.get(row.rowIndex);
  if (refusal) return { text: refusal, tone: 'danger' };
  if (!skipped.has(row.rowIndex)) return { text: 'Will be added', tone: 'positive' };
  const isRepeated = rows.some(({ zipCode, rowIndex }) => zipCode === row.zipCode && rowIndex < row.rowIndex);
  return { text: isRepeated ? 'Repeated, skipped' : 'Already there, stays as it is', tone: 'neutral' };
}
