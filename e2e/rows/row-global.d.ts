import type { RowId } from './registry.ts';

declare global {
  /** Names which rows of docs/spec-coverage.md the running test holds. Call it first in the test. */
  var row: (...ids: [RowId, ...RowId[]]) => void;
}
