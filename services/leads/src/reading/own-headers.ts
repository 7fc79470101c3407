import { headerKey } from './header-key.ts';

/**
 * The first columns of a file of rejected rows; a check has no `reference`. Leads are not read from them: `reference`
 * names the rejected row, so that a delivery of the repaired file marks it.
 */
export const ownHeaders = {
  row: 'ClosingWire row',
  faults: 'ClosingWire faults',
  reference: 'ClosingWire reference',
} as const;

const keys: ReadonlySet<string> = new Set(Object.values(ownHeaders).map(headerKey));

const referenceKey = headerKey(ownHeaders.reference);

/** Returns the place of the references in a table, or undefined. */
export function referenceColumn(headers: readonly string[]): number | undefined {
  const index = headers.findIndex(header => headerKey(header) === referenceKey);
  return index === -1 ? undefined : index;
}

export const isOwnHeader = (header: string): boolean => keys.has(headerKey(header));
