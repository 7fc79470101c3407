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
  /** The line, from 1, on which an offset stands. */
  lineAt(offset: number): number;
};

const isModule = (file: string) => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.endsWith('.d.ts');

/** Journeys and whatever lies in a folder for tests stand beside the code and are not measured with it. */
export const isTest = (file: string): boolean =>
  /(^|\/)(e2e|tests?|__tests__)\/|\.(test|spec|journey|stories)\.\w+$/.test(file);

/** What is measured: TypeScript without tests and without the settings of tools. */
export const isMeasured = (file: string): boolean =>
  isModule(file) && !file.endsWith('.mjs') && !isTest(file) && !/(^|\/)[\w.-]+\.config\.\w+$/.test(file);

/** Files that git knows of a checkout, or would add. */
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
