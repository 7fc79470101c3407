import type { ImportCheck } from './use-import-check.ts';

/** The counts of a check in one sentence. */
export function checkText({ created, skipped, refused }: NonNullable<ImportCheck['counts']>): string {
  const [added, existing, bad] = [created, skipped, refused].map(count => count.toLocaleString('en-US'));
  const parts = [
    `${added} ${created === 1 ? 'row' : 'rows'} will be added`,
    ...(skipped > 0 ? [`${existing} skipped because the ZIP code exists`] : []),
    `${bad} refused`,
  ];
  return `${parts.join(', ')}.`;
}
