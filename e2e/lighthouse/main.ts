import { availableParallelism } from 'node:os';
import { startWhole } from '../platform/whole.ts';
import { isWholeRunning, theWhole } from '../platform/whole-addresses.ts';
import type { Figure } from './audit-page.ts';
import { type MeasuredPage, measurePage } from './measure-page.ts';
import { pageGoals } from './page-goals.ts';

const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;

const columns: [title: string, figure: Figure, shown: (value: number) => string][] = [
  ['perf', 'performance', String],
  ['a11y', 'accessibility', String],
  ['best', 'best-practices', String],
  ['SEO', 'seo', String],
  ['FCP', 'FCP', seconds],
  ['LCP', 'LCP', seconds],
  ['TBT', 'TBT', value => `${value.toFixed(0)} ms`],
  ['CLS', 'CLS', value => value.toFixed(3)],
  ['load', 'load', value => value.toFixed(1)],
];

const WIDTH = 9;
const line = (mark: string, page: string, cells: readonly string[]) =>
  `${mark.padEnd(7)}${page.padEnd(18)}${cells.map(cell => cell.padStart(WIDTH)).join('')}`;

function row({ path, medians, missed, causes }: MeasuredPage): string {
  const cells = columns.map(([, figure, shown]) => shown(medians[figure]));
  const marked = line(missed.length > 0 ? 'MISSED' : 'ok', path, cells);
  return [marked, ...causes.map(cause => `         ${cause}`)].join('\n');
}

const { URL: address, RUNS, PAGES } = process.env;
const runs = Number(RUNS || 3);
const wanted = PAGES?.split(',');
const pages = pageGoals.filter(({ path }) => !wanted || wanted.includes(path));
if (!Number.isInteger(runs) || runs < 1 || pages.length === 0) {
  console.error(
    `Expected RUNS to be a count and PAGES to be of ${pageGoals.map(({ path }) => path).join(',')}`,
  );
  process.exit(2);
}

// Compares every public page with its goals: at an address, on a running product or on a new one.
const whole = address || isWholeRunning() ? undefined : await startWhole();
try {
  const origin = address || (whole?.addresses ?? theWhole()).url;
  console.log(`Medians of ${runs} runs of Lighthouse at ${origin}`);
  console.log(
    line(
      '',
      'page',
      columns.map(([title]) => title),
    ),
  );
  const measured: MeasuredPage[] = [];
  for (const page of pages) {
    const one = await measurePage(origin, page, runs);
    measured.push(one);
    console.log(row(one));
  }
  if (measured.some(({ missed }) => missed.length > 0)) process.exitCode = 1;
  if (measured.some(({ medians }) => medians.load > availableParallelism()))
    console.log('The machine was busy, which takes from the performance score: such a figure says little.');
} finally {
  await whole?.stop();
}
process.exit();
