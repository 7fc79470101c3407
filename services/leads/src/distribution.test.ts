import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/*
 * The tables of leads can be distributed by `zip`: over a Citus cluster or over partitions. So every statement on one of
 * them must name its ZIP: in a condition, in a join or as an inserted column. This test reads the statements in the source.
 */

/** The other tables are small. */
const distributed = ['agents', 'closings', 'lead_lists'] as const;

/** Statements that read every ZIP's part of a table, by file and table, with the reason. */
const asksAll: Record<string, string> = {
  'opt-out/suppressions.ts agents': 'an opt-out holds in every ZIP',
  'deletion-lists/match-list.ts agents': 'a deletion request holds in every ZIP',
  'identity/routes.ts agents': 'an agent is one person in every ZIP',
  'identity/stored-agents.ts agents': 'an agent is one person in every ZIP',
  'identity/merge-agents.ts agents': 'an agent is one person in every ZIP',
  'own-lists/match.ts agents': 'an account may add any ZIP, and an agent is one person in every ZIP',
  'loading/effects.ts agents': 'an agent of another ZIP is not new',
  'loading/stage.ts agents': 'the rows of a corrected agent in every ZIP',
  'undo/undo-rows.ts agents': 'an agent who stays in another ZIP is not removed',
  'lists/closings-of-source.ts closings':
    'a license covers the closings of every ZIP; only a change of it counts them',
};

const source = fileURLToPath(new URL('.', import.meta.url));
const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }).sort();

const keywords = new Set([
  'where',
  'set',
  'on',
  'order',
  'group',
  'using',
  'left',
  'join',
  'limit',
  'values',
  'select',
]);

type Statement = { where: string; table: string; alias: string | undefined; text: string };

/** An empty line separates declarations; a statement lies within one. */
const declarationsOf = (text: string) => text.split(/\n\n(?=\S)/);

function statementsOf(file: string): Statement[] {
  const mentions = new RegExp(
    `\\b(?:from|join|update|into)\\s+(${distributed.join('|')})\\b(?:\\s+as)?(?:\\s+([a-z]\\w*))?`,
    'g',
  );
  return declarationsOf(readFileSync(`${source}${file}`, 'utf8')).flatMap(text =>
    [...text.matchAll(mentions)].map(([, table = '', alias]) => ({
      where: `${file} ${table}`,
      table,
      alias: alias !== undefined && !keywords.has(alias) ? alias : undefined,
      text,
    })),
  );
}

/**
 * Returns true if the statement has a condition or a join on the ZIP, or inserts it. `inList(filter)` counts: it adds
 * a condition on the ZIPs.
 */
function namesZip({ table, alias, text }: Statement): boolean {
  const name = alias ?? `(?:${table}\\.)?`;
  const column = alias === undefined ? `\\b${name}zip` : `\\b${alias}\\.zip`;
  return [
    new RegExp(`${column}\\s*(=|in\\b)`),
    new RegExp(`=\\s*${column}\\b`),
    /using \(zip\)/,
    new RegExp(`into ${table}(?: as \\w+)? \\([^)]*\\bzip\\b`),
    ...(table === 'closings' ? [/inList\(filter\)/] : []),
  ].some(form => form.test(text));
}

const statements = files.flatMap(statementsOf);

test('every statement on a distributed table names its ZIP', () => {
  const without = statements.filter(statement => !namesZip(statement) && !(statement.where in asksAll));
  expect(without.map(({ where, text }) => `${where}: ${text.slice(0, 120)}`)).toEqual([]);
});

test('every distributed table is met, and every exception is one', () => {
  expect(new Set(statements.map(({ table }) => table))).toEqual(new Set(distributed));
  const exceptions = statements.filter(({ where }) => where in asksAll).filter(each => !namesZip(each));
  expect(new Set(exceptions.map(({ where }) => where))).toEqual(new Set(Object.keys(asksAll)));
});

test('a statement without a ZIP is found', () => {
  const text = "db.query('select count(*) from closings c where c.price > 1')";
  expect(namesZip({ where: '', table: 'closings', alias: 'c', text })).toBe(false);
  expect(namesZip({ where: '', table: 'closings', alias: 'c', text: `${text} and c.zip = $1` })).toBe(true);
});
