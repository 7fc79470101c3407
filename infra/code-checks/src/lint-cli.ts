import { readFileSync } from 'node:fs';
import { breakingStatements, isCheckedMigration } from './breaking-migrations.ts';
import { droppedRowsIn } from './dropped-rows.ts';
import { describeFinding, refusedWordsInAll } from './find-words.ts';
import { brokenRails } from './guard-rails.ts';
import { hardToReadIn } from './long-sentences.ts';
import { filesOf, readSources } from './source.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');

// node lint-cli.ts [rails] [words] [sentences] [rows] [migrations]: prints the findings of these checks; fails if there are any.
const files = filesOf('.');
const checks: Record<string, () => string[] | Promise<string[]>> = {
  rails: () => brokenRails(readSources('.', files)),
  words: () => refusedWordsInAll(files, textOf).map(describeFinding),
  sentences: () =>
    files.filter(file => /\.(md|tsx?|mjs)$/.test(file)).flatMap(file => hardToReadIn(file, textOf(file))),
  rows: () => readSources('.', files).flatMap(source => droppedRowsIn(source, textOf(source.file))),
  migrations: async () => {
    const found = files.filter(isCheckedMigration).map(file => breakingStatements(file, textOf(file)));
    return (await Promise.all(found)).flat();
  },
};

for (const name of process.argv.slice(2)) {
  const check = checks[name];
  if (!check) throw new Error(`Expected one of ${Object.keys(checks).join(', ')}, got ${name}`);
  const broken = await check();
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exitCode = 1;
}
