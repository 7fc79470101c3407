import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../../../lib/use-action.ts';
import { importCopy } from '../copy.ts';
import { importZips, refreshZips } from '../queries.ts';
import type { RowProblem, ZipRow } from './zip-rows-of.ts';

/** A progress bar for 41,000 rows then has about twenty steps. */
const ROWS_PER_CALL = 2_000;

/** Progress: `done` rows are created, skipped or errors. */
export type Tally = { done: number; created: number; skipped: number; errors: RowProblem[] };

const emptyTally: Tally = { done: 0, created: 0, skipped: 0, errors: [] };

async function importNext(rows: readonly ZipRow[], tally: Tally): Promise<Tally> {
  const sent = rows.slice(tally.done, tally.done + ROWS_PER_CALL);
  const { created, skipped, errors } = await importZips(sent);
  const rowAt = new Map(sent.map(row => [row.rowIndex, row]));
  const problems = errors.flatMap(({ rowIndex, message }) => {
    const row = rowIndex === undefined ? undefined : rowAt.get(rowIndex);
    return row ? [{ ...row, problem: message }] : [];
  });
  return {
    done: tally.done + sent.length,
    created: tally.created + created,
    skipped: tally.skipped + skipped,
    errors: [...tally.errors, ...problems],
  };
}

/**
 * Sends the rows in calls of `ROWS_PER_CALL`. Each call is independent: an interrupted import continues, and a
 * repeated file adds only missing rows.
 */
export function useImport(rows: readonly ZipRow[]) {
  const queryClient = useQueryClient();
  const [tally, setTally] = useState(emptyTally);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const run = useAction({
    mutationFn: async () => {
      let reached = tally;
      while (reached.done < rows.length && isOpen.current) {
        reached = await importNext(rows, reached);
        setTally(reached);
      }
      return reached;
    },
    succeeded: ({ created, skipped, errors }) =>
      isOpen.current
        ? { title: importCopy.finished, description: summary(created, skipped, errors.length) }
        : undefined,
    failed: { title: importCopy.failed, fallback: '' },
    onSettled: () => refreshZips(queryClient),
  });
  return {
    tally,
    start: () => run.mutate(),
    /** Clears the outcome, so that the user can import another file. */
    reset: () => {
      run.reset();
      setTally(emptyTally);
    },
    isRunning: run.isPending,
    hasFailed: run.isError,
    isDone: run.isSuccess,
  };
}

const summary = (...counts: [created: number, skipped: number, errors: number]) => {
  const [created, skipped, errors] = counts.map(count => count.toLocaleString('en-US'));
  return `${created} created, ${skipped} skipped, ${errors} ${errors === '1' ? 'error' : 'errors'}`;
};
