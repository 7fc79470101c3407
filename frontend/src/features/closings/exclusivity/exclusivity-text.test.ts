import { expect, test } from 'vitest';
import { claimText, promiseText } from './exclusivity-text.ts';

const claim = { zipCode: '98101', industry: 'Mortgages', since: '2026-11-03T20:00:00.000Z' };

test('a claim says since when, in which industry, and what it does not promise', () => {
  expect(claimText(claim)).toEqual({
    line: 'Only yours since Nov 3, 2026',
    promise:
      "Yours since Nov 3, 2026 as the only company here of the industry 'Mortgages'. An agent may also close in another ZIP code that a rival has.",
  });
});

test('the promise names each industry once', () => {
  expect(promiseText([claim, claim, { ...claim, industry: 'Insurance' }])).toContain(
    "these are yours in 'Mortgages' and 'Insurance'.",
  );
});
