import { isClean, type Verdict } from './judge.ts';
import type { ChaosReport, Fault } from './run-chaos.ts';

/** Returns the report as text for the terminal. */
export function reportText(
  { seed, faults, verdicts, settledAfterMs, counts = [] }: ChaosReport,
  what = 'SIGKILL',
): string {
  const unclean = verdicts.filter(({ verdict }) => !isClean(verdict));
  return [
    `seed ${seed}, ${faults.length} times ${what}`,
    '',
    table([
      [what, 'times', 'back after (median)', '(longest)', 'outboxes drained (longest)'],
      ...faultRows(faults),
    ]),
    '',
    table([
      ['workload', 'where', 'accepted', 'unanswered', 'refused', 'lost', 'doubled', 'invented', 'unknown'],
      ...verdicts.map(({ workload, verdict }) => [workload, verdict.where, ...figures(verdict)]),
    ]),
    '',
    ...counts.map(
      ({ workload, begun, cutOff, afterCommit }) =>
        `${workload}: ${begun} begun, ${cutOff} cut off, ${afterCommit} of them done but not answered`,
    ),
    ...unclean.flatMap(({ workload, verdict }) => evidence(workload, verdict)),
    unclean.length === 0
      ? `Everything had its effect ${seconds(settledAfterMs)} after the last of it. Nothing lost, nothing twice.`
      : `Not all agree with the history, ${seconds(settledAfterMs)} after the last fault: see above.`,
  ].join('\n');
}

function faultRows(faults: readonly Fault[]): string[][] {
  const groups = Map.groupBy(faults, ({ target }) => target);
  return [...groups].map(([target, group]) => {
    const times = group.map(({ backAfterMs }) => backAfterMs).sort((a, b) => a - b);
    const drained = group.flatMap(({ drainedAfterMs = [] }) => drainedAfterMs);
    return [
      target,
      String(times.length),
      seconds(times[times.length >> 1]),
      seconds(times.at(-1)),
      drained.length > 0 ? seconds(Math.max(...drained)) : '–',
    ];
  });
}

const seconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`;

function figures({ sent, lost, doubled, invented, unknown }: Verdict): string[] {
  const counts = [lost.length, doubled.length, invented.length, unknown];
  return [sent.accepted, sent.unanswered, sent.refused, ...counts].map(String);
}

function evidence(workload: string, { where, lost, doubled, invented }: Verdict): string[] {
  const lines = Object.entries({ lost, doubled, invented }).filter(([, keys]) => keys.length > 0);
  return lines.map(([what, keys]) => `${workload}, ${where}: ${what} ${keys.slice(0, 5).join(', ')}`);
}

/** Returns the rows as columns of equal width; all but the first two are aligned right. */
function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) =>
      column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  return rows.map(row => `  ${line(row).join('  ')}`.trimEnd()).join('\n');
}
