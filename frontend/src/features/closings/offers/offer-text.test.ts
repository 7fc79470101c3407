import { expect, test } from 'vitest';
import { offerText } from './offer-text.ts';

const at = (day: number, hour: number) => new Date(2026, 2, day, hour, 30);
const textOf = (end: Date, now: Date) => offerText('98030', end.toISOString(), now).replaceAll('\u202f', ' ');

test('an offer ends today or tomorrow, by the clock of the reader', () => {
  expect(textOf(at(18, 6), at(17, 23))).toBe('98030 is free for you until 6:30 AM tomorrow.');
  expect(textOf(at(18, 6), at(18, 1))).toBe('98030 is free for you until 6:30 AM today.');
});
