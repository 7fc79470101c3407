import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sections } from './registry.ts';
import { type RowCall, rowCalls } from './row-calls.ts';

const tableFile = fileURLToPath(new URL('../../docs/spec-coverage.md', import.meta.url));

const preamble = (held: number, all: number) => `# What of the product is there, and what holds it

Every screen, state, text, rule and call, in short, with the tests that hold it. Written by \`make coverage-table\` from
the rows in \`e2e/rows/sections\` and from the tests, each of which names its rows with \`row('…')\`; \`e2e/README.md\` says
how. A test is named by its area, the beginning of its file and its title.

${held} of ${all} rows are held by a test.
`;

/** Returns the current text of docs/spec-coverage.md. */
export function coverageTable(calls: readonly RowCall[] = rowCalls()): string {
  const testsOf = Map.groupBy(calls, ({ id }) => id);
  const ids = sections.flatMap(({ rows }) => Object.keys(rows));
  const parts = sections.map(({ title, rows }) => {
    const lines = Object.entries(rows).map(([id, { text }]) => {
      const tests = [...new Set(testsOf.get(id)?.map(({ test }) => test))];
      return `| ${text} | ${tests.join('<br>').replaceAll('|', '\\|') || '_not yet_'} |`;
    });
    return `## ${title}\n\n| what | held by |\n| --- | --- |\n${lines.join('\n')}\n`;
  });
  return [preamble(ids.filter(id => testsOf.has(id)).length, ids.length), ...parts].join('\n');
}

// node coverage-table.ts [--check]: writes the table, or fails if it is not what would be written.
if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(tableFile, coverageTable());
  else if (readFileSync(tableFile, 'utf8') !== coverageTable()) {
    console.error('docs/spec-coverage.md is not what the tests say: run `make coverage-table`.');
    process.exitCode = 1;
  }
}
