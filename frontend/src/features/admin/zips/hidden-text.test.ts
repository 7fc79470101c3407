import { expect, test } from 'vitest';
import { hiddenTexts } from './hidden-text.ts';

const none = { hiddenByAdmin: 0, optedOut: 0, retracted: 0, unlicensed: 0, sources: [] };

test('a ZIP without hidden closings has no text', () => {
  expect(hiddenTexts(none)).toEqual([]);
});

test('each reason has its own sentence', () => {
  const sources = [
    { name: 'A MLS', endedAt: new Date(2026, 10, 26).toISOString() },
    { name: 'B MLS', endedAt: null },
  ];
  expect(hiddenTexts({ hiddenByAdmin: 1, optedOut: 1, retracted: 2, unlicensed: 1234, sources })).toEqual([
    '1,234 closings are hidden: the last day of the license of A MLS was Nov 25, 2026 and the license of B MLS does not permit lists.',
    '1 closing is hidden: an admin hid it.',
    '1 closing is hidden: its agent opted out.',
    '2 closings are hidden: their sources retracted them, or corrected their agent or ZIP.',
  ]);
});
