import { expect, test } from 'vitest';
import { offerText } from './offer-text.ts';

test('an offer names the day and the time of its end', () => {
  const text = offerText('98030', new Date(2026, 2, 18, 6, 30).toISOString());
  expect(text.replaceAll(/\s/g, ' ')).toBe('98030 is free for you until Wed, Mar 18, 6:30 AM.');
});
