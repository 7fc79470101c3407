import { proseOf } from './find-words.ts';

const MOST_WORDS = 25;

/** Openings that hide who acts or what a name means: `What a client sends` → `The client's body`. */
const RIDDLE = /^(?:What|Who|Whose|Those|Of)\b/;

/** Directives such as `biome-ignore` are for tools. */
const DIRECTIVE = /^(?:biome-|@ts-|v8 |Stryker )/;

const SENTENCE_END = /[.!?:;](?=[*_)]*(?:\s|$))|\n\s*(?:[-*+>]|\d+\.)\s|\|/;
const PARAGRAPH_END = /\n[^\S\n]*\n/;

/** Code and quotations count as one word each, a link as its text. */
const shortened = (text: string) =>
  text
    .replace(/`[^`]*`|"[^"\n]*"|“[^”]*”/g, 'x')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, 'x');

const countWords = (sentence: string) => sentence.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;

type LongSentence = { line: number; words: number; opening: string };

/** Sentences of more than 25 words. `line` is that of their paragraph, from 0. */
export function longSentencesIn(text: string): LongSentence[] {
  let line = 0;
  return text.split(PARAGRAPH_END).flatMap(paragraph => {
    const at = line;
    line += paragraph.split('\n').length + 1;
    return shortened(paragraph)
      .split(SENTENCE_END)
      .map(sentence => ({ line: at, words: countWords(sentence), opening: sentence.trim().slice(0, 60) }))
      .filter(({ words }) => words > MOST_WORDS);
  });
}

const withoutFrame = (comment: string) => comment.replace(/^[^\S\n]*\*+ ?/gm, '').trim();

/** Long sentences of comments and documents, and comments that open with a riddle, as lines to print. */
export function hardToReadIn(file: string, text: string): string[] {
  return proseOf(file, text).flatMap(({ text, line, isComment }) => {
    const own = isComment ? withoutFrame(text) : text;
    if (isComment && DIRECTIVE.test(own)) return [];
    const [riddle] = (isComment && RIDDLE.exec(own)) || [];
    return [
      ...(riddle ? [`${file}:${line}: expected the subject first, got '${riddle} …'`] : []),
      ...longSentencesIn(own).map(
        ({ line: below, words, opening }) =>
          `${file}:${line + below}: expected at most ${MOST_WORDS} words in a sentence, got ${words}: ${opening.replace(/\s+/g, ' ')}…`,
      ),
    ];
  });
}
