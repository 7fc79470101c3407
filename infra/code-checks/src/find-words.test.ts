import { describe, expect, it } from 'vitest';
import { describeFinding, refusedWordsIn, wordsOfName } from './find-words.ts';

const wordsIn = (text: string, file = 'src/a.ts') => refusedWordsIn(file, text).map(({ word }) => word);

describe('refused words', () => {
  it('are printed with their place and the better word', () => {
    const [finding] = refusedWordsIn('src/a.ts', 'const a = 1;\n// It is read anew.\n');
    expect(finding && describeFinding(finding)).toBe("src/a.ts:2: 'anew': say again");
  });

  it.each([
    ['keepAliveMs', 'keep alive ms'],
    ['HTTPServer', 'http server'],
    ['take-over.test.ts', 'take over test ts'],
    ['KEPT_MS', 'kept ms'],
  ])('read the name %s as %s', (name, words) => {
    expect(wordsOfName(name)).toBe(words);
  });

  it.each(['useAlive', 'isNewsOf', 'shutOut', 'aPerson', 'decoyHash', 'readCatalogue'])(
    'are found in the identifier %s, once',
    name => {
      expect(wordsIn(`const ${name} = 1;\nconsole.log(${name});`)).toEqual([name]);
    },
  );

  it('spare longer words, names of libraries and columns', () => {
    expect(
      wordsIn("import { decoy } from 'library';\ndecoy(keepAlive, keepAliveMsecs, row.decoy_at);"),
    ).toEqual([]);
  });

  it('are found in test titles, and in no other string', () => {
    const text = "it.each([1])('reads %s anew', () => say('she'));\nfoo('any more');";
    expect(wordsIn(text, 'src/a.test.ts')).toEqual(['anew']);
    expect(wordsIn(text)).toEqual([]);
  });

  it('are found in the texts of contracts', () => {
    expect(
      wordsIn("z.string().describe('Whoever calls');\nconst key = 'anew';", 'contracts/src/a.ts'),
    ).toEqual(['Whoever']);
  });

  it('spare code and quotations in prose', () => {
    expect(wordsIn('`anew` and "she"\n\n```\nhe\n```\nhis', 'README.md')).toEqual(['his']);
  });

  it('are found in file names and in comments of other formats', () => {
    expect(wordsIn('', 'src/decoy-hash.ts')).toEqual(['decoy-hash.ts']);
    expect(wordsIn('a: 1 # anew\n', 'a.yml')).toEqual(['anew']);
  });

  it('stay in the changelog', () => {
    expect(wordsIn('anew', 'CHANGELOG.md')).toEqual([]);
  });
});
