import { expect, test } from 'vitest';
import { deadlineNotice } from './copy.ts';

const dueOn = '2026-10-30';

test.each([
  [38, 'positive', '38 days left'],
  [7, 'caution', '7 days left'],
  [1, 'caution', '1 day left'],
  [0, 'caution', 'Due today'],
  [-1, 'danger', 'Overdue by 1 day'],
  [-12, 'danger', 'Overdue by 12 days'],
])('%d days left are %s', (daysLeft, tone, title) => {
  expect(deadlineNotice({ dueOn, daysLeft })).toMatchObject({ tone, title });
});

test('the days do not count before the first list', () => {
  expect(deadlineNotice(null)).toMatchObject({ tone: 'neutral', title: 'No list was processed yet' });
});
