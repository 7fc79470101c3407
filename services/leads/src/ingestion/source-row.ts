import type { RawLead } from '../domain/raw-lead.ts';

/** One row of a request body: its fields, or why it has none. `line` counts from 1, a CSV header included. */
export type SourceRow = {
  line: number;
  /** Characters that it took, as a measure of its size. */
  size: number;
  lead: RawLead | undefined;
  problem?: string;
};

/** Rows in the order of the body, as many at a time as one read gave. */
export type RowSource = AsyncIterable<SourceRow[]>;
