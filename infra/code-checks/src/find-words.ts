import { Visitor } from 'oxc-parser';
import { allowedNames, refusedWords, type TextKind } from './refused-words.ts';
import { isTest, parseSource, type Source } from './source.ts';

export type Finding = { file: string; line: number; word: string; better: string };
type Text = { kind: TextKind; text: string; line: number };

const rules = refusedWords.map(({ pattern, better, only }) => ({
  only,
  better,
  // Matches whole words. A pattern for names, such as `.*\balive`, may also match the words beside the refused one.
  regex: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`, 'giu'),
}));

/** `keepAliveMs`, `keep-alive` and `KEEP_ALIVE` as words: 'keep alive ms'. */
export const wordsOfName = (name: string): string =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
    .toLowerCase();

const isAllowed = (words: string) =>
  [...allowedNames.keys()].some(name => words === name || words.startsWith(`${name} `));

/** Names with underscores are columns, or fields of external protocols: the rules skip them. */
const isColumn = (name: string) => /^[a-z\d]+(_[a-z\d]+)+$/.test(name);

/** Blanks out code, quotations and links: they are not our prose. */
const ownProse = (text: string) =>
  text.replace(/`[^`]*`|"[^"\n]*"|“[^”]*”|\]\([^)]*\)|https?:\/\/\S+/g, match =>
    match.replace(/[^\n]/g, ' '),
  );

function findIn(file: string, { kind, text, line }: Text): Finding[] {
  const own = kind === 'name' ? wordsOfName(text) : ownProse(text);
  if (kind === 'name' && (isAllowed(own) || isColumn(text))) return [];
  return rules
    .filter(({ only }) => !only || only === kind)
    .flatMap(({ regex, better }) =>
      [...own.matchAll(regex)].map(match => ({
        file,
        line: line + own.slice(0, match.index).split('\n').length - 1,
        word: kind === 'name' ? text : match[0],
        better,
      })),
    );
}

const oncePerFile = (texts: readonly Text[]) => [...new Map(texts.map(text => [text.text, text])).values()];

/**
 * Returns each name that a module declares, or imports from our packages, with its first line. Property accesses do
 * not count: the property's declaration does.
 */
function namesIn({ program, lineAt }: Source): Text[] {
  const names: Text[] = [];
  const theirs = new Set<string>();
  const members = new Set<number>();
  const add = ({ name, start }: { name: string; start: number }) =>
    names.push({ kind: 'name', text: name, line: lineAt(start) });
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (/^(\.|@closingwire\/)/.test(source.value)) return;
      for (const { local } of specifiers) theirs.add(local.name);
    },
    MemberExpression({ property, computed }) {
      if (!computed) members.add(property.start);
    },
    Identifier(node) {
      if (!members.has(node.start)) add(node);
    },
    PrivateIdentifier: add,
  }).visit(program);
  return oncePerFile(names.reverse().filter(({ text }) => !theirs.has(text)));
}

const testFunctions = new Set(['it', 'test', 'describe']);

/** Also `it.skip`, `it.each(rows)` and `describe.skipIf(…)`. */
function isTestFunction(callee: unknown): boolean {
  const node = callee as { type: string; name?: string; object?: unknown; callee?: unknown; tag?: unknown };
  if (node.type === 'Identifier') return testFunctions.has(node.name ?? '');
  const inner = node.object ?? node.callee ?? node.tag;
  return inner !== undefined && isTestFunction(inner);
}

function titlesIn({ program, lineAt }: Source): Text[] {
  const titles: Text[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !isTestFunction(callee)) return;
      const text =
        title.type === 'Literal' && typeof title.value === 'string'
          ? title.value
          : title.type === 'TemplateLiteral' && title.quasis.map(({ value }) => value.cooked).join('…');
      if (text) titles.push({ kind: 'prose', text, line: lineAt(title.start) });
    },
  }).visit(program);
  return titles;
}

/** Descriptions and messages of contracts: the API documents and clients show them. */
function stringsIn({ program, lineAt }: Source): Text[] {
  const texts: Text[] = [];
  const add = (text: string, start: number) => {
    if (text.includes(' ')) texts.push({ kind: 'prose', text, line: lineAt(start) });
  };
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') add(value, start);
    },
    TemplateElement({ value, start }) {
      add(value.raw, start);
    },
  }).visit(program);
  return texts;
}

function commentsIn({ comments, lineAt }: Source): Text[] {
  return comments.map(({ value, start }) => ({ kind: 'prose', text: value, line: lineAt(start) }));
}

const hashComments = (text: string): Text[] =>
  text.split('\n').flatMap((line, at) =>
    (/(?:^|\s)#+\s(.*)$/.exec(line)?.slice(1) ?? []).map(text => ({
      kind: 'prose' as const,
      text,
      line: at + 1,
    })),
  );

/** A Markdown document without its code blocks. */
const documentText = (text: string): Text => ({
  kind: 'prose',
  text: text.replace(/^(```|~~~)[\s\S]*?^\1/gm, match => match.replace(/[^\n]/g, ' ')),
  line: 1,
});

const isModule = /\.(tsx?|mts|m?js)$/;
const withHashComments = /(^|\/)(Makefile|Dockerfile|\.env\.example)$|\.ya?ml$/;

function textsOf(file: string, text: string): Text[] {
  if (file.endsWith('.md')) return [documentText(text)];
  if (withHashComments.test(file)) return hashComments(text);
  if (!isModule.test(file)) return [];
  const source = parseSource(file, text);
  return [
    ...namesIn(source),
    ...commentsIn(source),
    ...(isTest(file) ? titlesIn(source) : []),
    ...(isContract(file) ? stringsIn(source) : []),
  ];
}

const isContract = (file: string) => /^contracts\/src\/.*\.ts$/.test(file) && !isTest(file);

/** The changelog is history; spec-coverage.md quotes the specification. */
const isHistory = (file: string) => /(^|\/)(CHANGELOG\.md|docs\/spec-coverage\.md)$/.test(file);

/** The comments of a module, or the text of a document; the changelog and spec-coverage.md have none. */
export function proseOf(file: string, text: string): { text: string; line: number; isComment: boolean }[] {
  if (isHistory(file)) return [];
  if (file.endsWith('.md')) return [{ ...documentText(text), isComment: false }];
  if (!isModule.test(file)) return [];
  return commentsIn(parseSource(file, text)).map(comment => ({ ...comment, isComment: true }));
}

/** The refused words of one file and of its name. Of strings it reads test titles and the texts of contracts. */
export function refusedWordsIn(file: string, text: string): Finding[] {
  if (isHistory(file)) return [];
  const name: Text = { kind: 'name', text: file.split('/').at(-1) ?? '', line: 1 };
  return [name, ...textsOf(file, text)].flatMap(found => findIn(file, found)).sort((a, b) => a.line - b.line);
}

export const refusedWordsInAll = (files: readonly string[], read: (file: string) => string): Finding[] =>
  files
    .filter(file => file.endsWith('.md') || isModule.test(file) || withHashComments.test(file))
    .flatMap(file => refusedWordsIn(file, read(file)));

export const describeFinding = ({ file, line, word, better }: Finding): string =>
  `${file}:${line}: '${word}': say ${better}`;
