import { readFileSync } from 'node:fs';
import { describeFinding, refusedWordsInAll } from './find-words.ts';
import { brokenRails } from './guard-rails.ts';
import { filesOf, readSources } from './source.ts';

// Prints what breaks the checks that are named, and fails when something does: node lint-cli.ts [rails] [words]
const files = filesOf('.');
const checks: Record<string, () => string[]> = {
  rails: () => brokenRails(readSources('.', files)),
  words: () => refusedWordsInAll(files, file => readFileSync(file, 'utf8')).map(describeFinding),
};

for (const name of process.argv.slice(2)) {
  const check = checks[name];
  if (!check) throw new Error(`Expected ${Object.keys(checks).join(' or ')}, got ${name}`);
  const broken = check();
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exitCode = 1;
}
