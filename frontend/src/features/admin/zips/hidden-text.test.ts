import { expect, test } from 'vitest';
import { hiddenTexts } from './hidden-text.ts';

const none = { optedOut: 0, retracted: 0, unlicensed: 0, sources: [] };

test('a ZIP without hidden closings has no text', () => {
  expect(hiddenTexts(none)).toEqual([]);
});

test('each reason has its own sentence', () => {
  expect(hiddenTexts({ optedOut: 1, retracted: 2, unlicensed: 1234, sources: ['A MLS', 'B MLS'] })).toEqual([
    '1,234 closings are hidden: the license of A MLS and B MLS has ended or does not permit lists.',
    '1 closing is hidden: its agent opted out.',
    '2 closings are hidden: no source reports them anymore.',
  ]);
});
