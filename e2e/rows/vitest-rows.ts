import { afterEach, beforeEach, type TestContext } from 'vitest';
import { type RowId, rowsById } from './registry.ts';
import { forgetTouched, missedPaths, touchedPaths, watchRequests } from './touched.ts';

watchRequests();
let rowIds: readonly RowId[] = [];
/** Created in `row`, so that the stack points to the test. */
let complaint = new Error();

globalThis.row = (...ids) => {
  rowIds = ids;
  complaint = new Error();
  Error.captureStackTrace(complaint, globalThis.row);
  forgetTouched();
};

beforeEach(() => {
  rowIds = [];
});

function missed(id: RowId, isUnit: boolean): string[] {
  const row = rowsById.get(id);
  if (!row) return [`There is no row '${id}'.`];
  if (row.unit && isUnit) return [];
  return missedPaths(row).map(
    path => `The row '${id}' (${row.text}) is about ${path}, where the test never was.`,
  );
}

afterEach(({ task }: TestContext) => {
  if (task.result?.state === 'fail') return;
  const complaints = rowIds.flatMap(id => missed(id, task.file.projectName === 'unit'));
  if (complaints.length === 0) return;
  const touched = touchedPaths().join(', ') || 'no screen and no call';
  complaint.message = [...complaints, `It was at: ${touched}.`].join('\n');
  throw complaint;
});
