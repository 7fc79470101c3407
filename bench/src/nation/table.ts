import type { Call } from './calls.ts';
import type { CallFigures } from './measure-call.ts';

const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(value < 10 ? 1 : 0));

function rowOf(call: Call | undefined, figures: CallFigures, tenth: CallFigures | undefined): string {
  const { name, status, alone, together, kilobytes } = figures;
  const isMet =
    call && status === 200 && together && alone.p50 <= call.alone && together.p99 <= call.together;
  const cpu = Object.entries(figures.cpu)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([process, used]) => `${process} ${used.toFixed(2)}`)
    .join(', ');
  const growth = tenth ? (alone.p50 / tenth.alone.p50).toFixed(1) : '–';
  const cells = [
    status === 200 ? name : `${name} (${status})`,
    ms(alone.p50),
    ms(alone.p99),
    ms(together?.p50),
    ms(together?.p99),
    together ? together.perSecond.toFixed(0) : '–',
    kilobytes.toFixed(0),
    growth,
    `${call?.alone}, ${call?.together}${isMet ? '' : ' **missed**'}`,
    cpu,
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = [
  '| call | p50, 1 connection, ms | p99 | p50, 50 connections, ms | p99 | requests/s | KB | p50 ÷ that at a tenth | goal: p50 of 1, p99 of 50 | CPU a request, ms |',
  '|---|--:|--:|--:|--:|--:|--:|--:|---|---|',
];

/** Returns a Markdown table of the figures, beside those of a tenth of the nation. */
export const table = (
  calls: readonly Call[],
  figures: readonly CallFigures[],
  tenth: readonly CallFigures[],
): string =>
  [
    ...HEAD,
    ...figures.map(row =>
      rowOf(
        calls.find(({ name }) => name === row.name),
        row,
        tenth.find(({ name }) => name === row.name),
      ),
    ),
  ].join('\n');
