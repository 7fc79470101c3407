import { describe, expect, it } from 'vitest';
import { describeFinding, refusedWordsIn, wordsOfName } from './find-words.ts';

const wordsIn = (text: string, file = 'src/a.ts') => refusedWordsIn(file, text).map(({ word }) => word);

describe('refused words', () => {
  it('are printed with their place and the better word', () => {
    const [finding] = refusedWordsIn('src/a.ts', 'const a = 1;\n// It tells the others.\n');
    expect(finding && describeFinding(finding)).toBe("src/a.ts:2: 'tells': say publishes, shows or returns");
  });

  it.each([
    ['keepAliveMs', 'keep alive ms'],
    ['HTTPServer', 'http server'],
    ['take-over.test.ts', 'take over test ts'],
    ['KEPT_MS', 'kept ms'],
  ])('read the name %s as %s', (name, words) => {
    expect(wordsOfName(name)).toBe(words);
  });

  it.each(['tellAll', 'keepList', 'useAlive', 'isNewsOf', 'takeOver', 'noteExport', 'handed', 'aPerson'])(
    'are found in the identifier %s, once',
    name => {
      expect(wordsIn(`const ${name} = 1;\nconsole.log(${name});`)).toEqual([name]);
    },
  );

  it('spare longer words, names of libraries and columns', () => {
    expect(
      wordsIn(
        "import { tell } from 'library';\ntell(hearth, keepAlive, keepAliveMsecs, keep, row.noted_at);",
      ),
    ).toEqual([]);
  });

  it('are looked for in no string but the titles of tests', () => {
    const text = "it.each([1])('tells %s', () => say('she'));\nfoo('tells');";
    expect(wordsIn(text, 'src/a.test.ts')).toEqual(['say', 'tells']);
    expect(wordsIn(text.replace('it.each([1])', 'call'))).toEqual(['say']);
  });

  it('spare code and quotations in prose', () => {
    expect(wordsIn('`tells` and "she"\n\n```\nhe\n```\nhis', 'README.md')).toEqual(['his']);
  });

  it('are verbs, where the noun is spelt alike', () => {
    expect(wordsIn('Where the answers are, a server answers.', 'docs/a.md')).toEqual(['answers']);
  });

  it('are found in file names and in comments of other formats', () => {
    expect(wordsIn('', 'src/crash-teller.ts')).toEqual(['crash-teller.ts']);
    expect(wordsIn('a: 1 # told\n', 'a.yml')).toEqual(['told']);
  });

  it('stay in history', () => {
    expect([...wordsIn('told', 'CHANGELOG.md'), ...wordsIn('told', 'docs/decisions/0001-a.md')]).toEqual([]);
  });
});
