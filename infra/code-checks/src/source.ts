import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Comment, type Program, parseSync } from 'oxc-parser';

/** A parsed module. Paths are relative to the checkout. */
export type Source = {
  file: string;
  lines: number;
  program: Program;
  comments: readonly Comment[];
  imports: readonly { from: string; lines: number }[];
  /** Returns the line, from 1, of an offset. */
  lineAt(offset: number): number;
};

const isModule = (file: string) => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.endsWith('.d.ts');

/** Journeys and files in test folders are not measured. */
export const isTest = (file: string): boolean =>
  /(^|\/)(e2e|tests?|__tests__)\/|\.(test|spec|journey|stories)\.\w+$/.test(file);

/** Returns whether a file is measured: TypeScript without tests and tool settings. */
export const isMeasured = (file: string): boolean =>
  isModule(file) && !file.endsWith('.mjs') && !isTest(file) && !/(^|\/)[\w.-]+\.config\.\w+$/.test(file);

/** Returns the files of a checkout that git tracks or would add. */
export function filesOf(checkout: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return [...new Set(listed.split('\n').filter(file => file && existsSync(`${checkout}/${file}`)))];
}

export const linesOf = (text: string): number => text.trimEnd().split('\n').length;

export function parseSource(file: string, text: string): Source {
  const { program, comments, module } = parseSync(file, text);
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  return {
    file,
    lines: linesOf(text),
    program,
    comments,
    imports: module.staticImports.map(({ start, end, moduleRequest }) => ({
      from: moduleRequest.value,
      lines: linesOf(text.slice(start, end)),
    })),
    lineAt: offset => starts.findLastIndex(start => start <= offset) + 1,
  };
}

export function readSources(checkout: string, files = filesOf(checkout)): Source[] {
  return files.filter(isModule).map(file => parseSource(file, readFileSync(`${checkout}/${file}`, 'utf8')));
}
