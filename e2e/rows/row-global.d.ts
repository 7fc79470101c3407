import type { RowId } from './registry.ts';

declare global {
  /** Names the rows of docs/spec-coverage.md that the test proves. Call it first. */
  var row: (...ids: [RowId, ...RowId[]]) => void;
}
