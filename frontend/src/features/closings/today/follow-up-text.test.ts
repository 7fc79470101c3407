import { expect, test } from 'vitest';
import { followUpText } from './follow-up-text.ts';

test.for([
  ['2026-11-23', 'Overdue: Mon, Nov 23'],
  ['2026-11-27', 'Today'],
  ['2026-11-28', 'Tomorrow'],
  ['2026-11-30', 'Mon, Nov 30'],
  ['2027-01-04', 'Mon, Jan 4, 2027'],
])('the follow-up day %s is named %s on November 27, 2026', ([day = '', text]) => {
  expect(followUpText(day, new Date(2026, 10, 27, 22)).text).toBe(text);
});
