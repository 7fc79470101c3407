import { readFileSync } from 'node:fs';
import { type Figures, figuresOf } from './figures.ts';
import { type Finding, refusedWordsInAll } from './find-words.ts';
import { filesOf, readSources } from './source.ts';

// node measure-cli.ts [folder]: prints the measures of a checkout, in total and by package.
const checkout = process.argv[2] || '.';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const columns: [string, (figures: Figures, words: Finding[]) => string | number][] = [
  ['files', ({ files }) => files],
  ['lines', ({ lines }) => lines],
  ['file median/p90', ({ fileMedian, fileP90 }) => `${fileMedian}/${fileP90}`],
  ['function median/p90', ({ functionMedian, functionP90 }) => `${functionMedian}/${functionP90}`],
  ['≤ 30 lines', ({ smallShare }) => percent(smallShare)],
  ['imports', ({ importShare }) => percent(importShare)],
  ['back-arrows', ({ backArrows }) => backArrows.length],
  ['paragraphs', ({ paragraphs }) => paragraphs.length],
  ['words', (_, words) => words.length],
];

const files = filesOf(checkout);
const sources = readSources(checkout, files);
const words = refusedWordsInAll(files, file => readFileSync(`${checkout}/${file}`, 'utf8'));

function rowOf(name: string, folder: string) {
  const isInside = ({ file }: { file: string }) => file.startsWith(folder);
  const figures = figuresOf(sources.filter(isInside));
  const found = words.filter(isInside);
  return { name, figures, cells: [name, ...columns.map(([, cell]) => String(cell(figures, found)))] };
}

/** Folders with a package.json, each with a slash at its end, without the root. */
const packages = files
  .filter(file => file.endsWith('/package.json'))
  .map(file => file.slice(0, -'package.json'.length));
const rows = [
  rowOf('repository', ''),
  ...(packages.some(folder => folder.startsWith('services/')) ? [rowOf('services', 'services/')] : []),
  ...packages.map(folder => rowOf(folder.slice(0, -1), folder)).filter(({ figures }) => figures.files > 0),
];

const table = [['', ...columns.map(([title]) => title)], ...rows.map(({ cells }) => cells)];
const widths = table[0]?.map((_, at) => Math.max(...table.map(cells => cells[at]?.length ?? 0))) ?? [];
for (const cells of table) {
  console.log(
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}

const [whole] = rows;
for (const arrow of whole?.figures.backArrows ?? []) console.log(`back-arrow: ${arrow}`);
for (const file of whole?.figures.paragraphs ?? []) console.log(`imported once, by its own folder: ${file}`);
