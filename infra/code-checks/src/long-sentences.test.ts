import { expect, it } from 'vitest';
import { hardToReadIn, longSentencesIn } from './long-sentences.ts';

const sentence = (words: number) => Array.from({ length: words }, () => 'word').join(' ');

it('finds a sentence of more than 25 words', () => {
  expect(longSentencesIn(`${sentence(25)}. ${sentence(26)}.`)).toMatchObject([{ words: 26, line: 0 }]);
});

it('finds the line of the paragraph', () => {
  expect(longSentencesIn(`Short.\n\n${sentence(26)}`)).toMatchObject([{ line: 2 }]);
});

it.each([
  ['a colon', `${sentence(20)}: ${sentence(20)}`],
  ['an item of a list', `- ${sentence(20)}\n- ${sentence(20)}`],
  ['a cell of a table', `| ${sentence(20)} | ${sentence(20)} |`],
])('ends a sentence at %s', (_name, text) => {
  expect(longSentencesIn(text)).toEqual([]);
});

it('counts code as one word', () => {
  expect(longSentencesIn(`${sentence(24)} \`${sentence(5)}\``)).toEqual([]);
});

it('refuses a comment that opens with a riddle, and names its line', () => {
  expect(hardToReadIn('a.ts', 'let a;\n/** What a client sends. */')).toEqual([
    "a.ts:2: expected the subject first, got 'What …'",
  ]);
});

it('leaves directives and headings of documents alone', () => {
  expect(hardToReadIn('a.ts', `// biome-ignore lint: ${sentence(30)}`)).toEqual([]);
  expect(hardToReadIn('a.md', '# What to do')).toEqual([]);
});
