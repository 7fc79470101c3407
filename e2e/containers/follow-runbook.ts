import { readFile } from 'node:fs/promises';
import { root } from '@closingwire/local/root';
import { execa } from 'execa';

const text = await readFile(`${root}/docs/runbooks/production.md`, 'utf8');

const uncommented = (line: string) => line.replace(/\s+#.*$/, '').trim();

/** All `make` commands in the runbook for a server, in its blocks and its text. */
export const commands = new Set([
  ...[...text.matchAll(/^\s*```sh\n([\s\S]*?)```/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map(uncommented)
    .filter(line => line.startsWith('make ')),
  ...[...text.matchAll(/`(make [a-z][^`]*)`/g)].map(([, command = '']) => command),
]);

const followed = new Set<string>();

/** Returns commands that this test's process has not run. */
export const notFollowed = (): string[] => [...commands].filter(command => !followed.has(command));

/** Marks commands that another process of the test has run. */
export const countAsFollowed = (lines: readonly string[]): void => {
  for (const line of lines) followed.add(line);
};

/**
 * Runs a runbook command on these settings' server, with other words for its examples. Returns its output. Throws if
 * the runbook lacks the command.
 */
export async function follow(
  line: string,
  { settings, words = {} }: { settings: string; words?: Record<string, string> },
): Promise<string> {
  if (!commands.has(line)) throw new Error(`expected a command of the runbook, got ${line}`);
  followed.add(line);
  const own = Object.entries(words).reduce((command, [from, to]) => command.replace(from, to), line);
  const { all } = await execa('sh', ['-c', `${own} SETTINGS='${settings}'`], { cwd: root, all: true });
  return all;
}
