import { headerKey } from './header-key.ts';

/** The first columns of a file of rejected rows. They are not read when the repaired file is delivered. */
export const ownHeaders = { row: 'ClosingWire row', faults: 'ClosingWire faults' } as const;

const keys: ReadonlySet<string> = new Set(Object.values(ownHeaders).map(headerKey));

export const isOwnHeader = (header: string): boolean => keys.has(headerKey(header));
