import { dirname, join } from 'node:path/posix';
import { Visitor } from 'oxc-parser';
import { isMeasured, type Source } from './source.ts';

/** Measures of sources: lengths in lines, shares from 0 to 1. */
export type Figures = {
  files: number;
  lines: number;
  fileMedian: number;
  fileP90: number;
  functionMedian: number;
  functionP90: number;
  smallShare: number;
  importShare: number;
  /** Pairs of folders that import each other. */
  backArrows: string[];
  /** Small files whose only importer is in the same folder. */
  paragraphs: string[];
};

const SMALL_LINES = 30;

/** Returns the value below which `share` of the numbers are; 0 without numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the lines of every function with a body in braces. */
export function functionLengths({ program, lineAt }: Source): number[] {
  const lengths: number[] = [];
  type Span = { start: number; end: number; body: { type: string } | null };
  const add = ({ start, end, body }: Span) => {
    const hasBraces = body?.type === 'BlockStatement' || body?.type === 'FunctionBody';
    if (hasBraces) lengths.push(lineAt(end) - lineAt(start) + 1);
  };
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  return lengths;
}

/** Returns the file of a relative import; undefined for a package. */
const importedFile = (source: Source, from: string) =>
  from.startsWith('.') ? join(dirname(source.file), from.replace(/\?.*$/, '')) : undefined;

/** Matches a file's package and its folder below `src`; null for files directly in `src`. */
const sliceOf = (file: string) => /^(.*?)\/?src\/([^/]+)\//.exec(file);

function backArrowsOf(sources: readonly Source[]): string[] {
  const arrows = new Set<string>();
  for (const source of sources) {
    const [, home, slice] = sliceOf(source.file) ?? [];
    for (const { from } of source.imports) {
      const [, otherHome, other] = sliceOf(importedFile(source, from) ?? '') ?? [];
      if (slice && other && home === otherHome && slice !== other) arrows.add(`${home} ${slice} ${other}`);
    }
  }
  return [...arrows]
    .map(arrow => arrow.split(' '))
    .filter(([home, from = '', to = '']) => from < to && arrows.has(`${home} ${to} ${from}`))
    .map(([home, from, to]) => `${home}: ${from} ⇄ ${to}`);
}

/**
 * Returns small files whose only importer is in the same folder. `sources` contains no tests, so tests do not count as
 * importers.
 */
function paragraphsOf(sources: readonly Source[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const source of sources) {
    for (const { from } of source.imports) {
      const file = importedFile(source, from);
      if (file) importers.set(file, (importers.get(file) ?? new Set()).add(source.file));
    }
  }
  return sources
    .filter(({ file, lines }) => {
      const [importer = '', ...others] = importers.get(file) ?? [];
      return lines <= SMALL_LINES && others.length === 0 && dirname(importer) === dirname(file);
    })
    .map(({ file }) => file);
}

export function figuresOf(all: readonly Source[]): Figures {
  const sources = all.filter(({ file }) => isMeasured(file));
  const lengths = sources.map(({ lines }) => lines);
  const functions = sources.flatMap(functionLengths);
  const lines = sum(lengths);
  return {
    files: sources.length,
    lines,
    fileMedian: quantile(lengths, 0.5),
    fileP90: quantile(lengths, 0.9),
    functionMedian: quantile(functions, 0.5),
    functionP90: quantile(functions, 0.9),
    smallShare: lengths.filter(length => length <= SMALL_LINES).length / (sources.length || 1),
    importShare: sum(sources.flatMap(({ imports }) => imports.map(({ lines }) => lines))) / (lines || 1),
    backArrows: backArrowsOf(sources),
    paragraphs: paragraphsOf(sources),
  };
}
