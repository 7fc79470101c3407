import { expect, test } from 'vitest';
import { removalText } from './removal-text.ts';

const removal = { monthlyCents: 3_000, chargedFrom: null } as const;

test.each([
  [{ effect: 'free' }, /so nothing changes in price\.$/],
  [
    { effect: 'not-paying' },
    /^Nothing is charged for it yet\. Their other ZIP codes cost \$30\.00 a month once/,
  ],
  [{ effect: 'not-paying', monthlyCents: 0 }, /so no charge changes\.$/],
  [
    { effect: 'before-first-charge', chargedFrom: '2026-12-04T12:00:00Z' },
    /From Dec 4, 2026, they pay \$30\.00 a month/,
  ],
  [{ effect: 'before-first-charge', monthlyCents: 0 }, /the subscription ends and nothing is charged\.$/],
  [{ effect: 'reduced' }, /goes on with \$30\.00 a month .* credits the unused days\.$/],
  [{ effect: 'ended', monthlyCents: 0 }, /the subscription ends at once/],
] as const)('the effect of %o is said as it is', (changes, text) => {
  expect(removalText({ ...removal, ...changes })).toMatch(text);
});
