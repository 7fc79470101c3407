import type { LeadField } from '@closingwire/contracts/source-lead';
import type { RawLead } from '../domain/raw-lead.ts';

/** One row of a request body: its fields, or why it has none. `line` counts from 1, a CSV header included. */
export type SourceRow = {
  line: number;
  /** About as many characters as it takes as JSON. */
  size: number;
  lead?: RawLead;
  /** What the source calls a field of this row: a CSV column, or the path in JSON. */
  nameOf?: (field: LeadField) => string;
  problem?: string;
};

/** What the names of all fields and the punctuation take in a row of JSON. */
export const FIELD_NAMES_SIZE = 480;

/** The problem of a row whose bytes are no text. */
export const NOT_UTF8 = 'Expected UTF-8';

/** Rows in the order of the body, as many at a time as one read gave. */
export type RowSource = AsyncIterable<SourceRow[]>;
