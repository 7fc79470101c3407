import { expect, test } from 'vitest';
import { scheduleText, statesText } from './copy.ts';

test('states are listed by their names', () => {
  expect(statesText(null)).toBe('Every state');
  expect(statesText(['WA', 'OR', 'DC'])).toBe('District of Columbia, Oregon, Washington');
});

test.each([
  [1, 'Every minute'],
  [15, 'Every 15 minutes'],
  [60, 'Every hour'],
  [90, 'Every 90 minutes'],
  [1_440, 'Every 24 hours'],
])('%i minutes are shown as %s', (minutes, text) => {
  expect(scheduleText(minutes)).toBe(text);
});
