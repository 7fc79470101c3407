import type { ExplainedList, ListReason } from '@closingwire/contracts/customer-lists';
import { expect, test } from 'vitest';
import { listText, reasonText } from './reason-text.ts';

const list: ExplainedList = {
  zipCode: '98101',
  kind: 'charged',
  isOpen: true,
  closings: 0,
  firstDay: null,
  lastDay: null,
  readyAt: null,
  lastDeliveryAt: null,
  reasons: [],
};

test('a list with closings has their number and days', () => {
  const filled = { ...list, closings: 2, firstDay: '2026-03-15', lastDay: '2026-03-17' };
  expect(listText(filled)).toMatch(
    /^The list of the last 7 days has 2 closings, sold Mar 15\s–\s17, 2026\.$/,
  );
  expect(listText({ ...filled, closings: 1, firstDay: '2026-03-17' })).toBe(
    'The list of the last 7 days has 1 closing, sold Mar 17, 2026.',
  );
});

test('an empty list is called empty, and closed if the user may not read it', () => {
  expect(listText(list)).toBe('The list of the last 7 days is empty.');
  expect(listText({ ...list, isOpen: false })).toBe('The list of the last 7 days is empty and closed.');
});

test.each<[ListReason, string]>([
  [{ kind: 'no-subscription' }, 'The user does not have this ZIP code.'],
  [
    { kind: 'not-open', cause: 'ended', since: null },
    'The user cannot read the list: the paid subscription has ended.',
  ],
  [
    { kind: 'no-delivery' },
    'No closing of this ZIP code is stored. It was never delivered, or its delivery was undone. No delivery of any ZIP code is stored.',
  ],
  [{ kind: 'rejected', rows: 1, causes: [] }, 'In the last 7 days, 1 delivered row was rejected.'],
  [
    { kind: 'opted-out', closings: 3, agents: 1 },
    '3 closings of 1 agent who opted out or asked for deletion.',
  ],
  [{ kind: 'retracted', closings: 1 }, '1 closing that no source reports anymore.'],
  [
    { kind: 'not-permitted', closings: 1, sources: [{ name: 'Example MLS', endedAt: null }] },
    '1 closing without a permitted use: the license of Example MLS does not permit lists.',
  ],
  [
    { kind: 'do-not-call', closings: 2, agents: 2 },
    "2 closings of 2 agents whom the user marked as 'do not call'.",
  ],
  [
    { kind: 'on-own-list', closings: 1, agents: 1 },
    '1 closing of 1 agent on a list that the user uploaded to leave them out.',
  ],
  [
    { kind: 'not-open', cause: 'suspended', since: null },
    'The user cannot read the list: an admin suspended them.',
  ],
  [
    { kind: 'too-old', closings: 9, newestDay: '2026-02-20', sources: [] },
    'All closings are older than 7 days. The newest was sold Feb 20, 2026.',
  ],
])('the reason %o reads as a sentence', (reason, text) => {
  expect(reasonText(reason, null)).toBe(text);
});

test.each([
  [null, ''],
  ['given-back', ': the user gave it back'],
  ['removed', ': an admin took it from the user'],
  ['trial-over', ': the trial ended and nothing was paid'],
  ['payments-ended', ': the payments ended'],
] as const)('a ZIP code of earlier names its end by %s', (endedBy, why) => {
  const endedAt = '2026-03-15T12:00:00Z';
  const text = reasonText({ kind: 'subscription-ended', endedAt, endedBy }, null);
  expect(text).toMatch(/^The user had this ZIP code until Mar 15, 2026/);
  expect(text).toMatch(new RegExp(`\\d [AP]M(?: [A-Z]+)?${why}\\.$`));
});

test('a source whose license ended explains why no new closings come', () => {
  const sources = [{ name: 'Example MLS', endedAt: '2026-03-15T12:00:00Z' }];
  expect(reasonText({ kind: 'too-old', closings: 2, newestDay: '2026-03-10', sources }, null)).toMatch(
    /No new ones come from Example MLS: the license of Example MLS ended Mar 15, 2026/,
  );
});

test('times of licenses, trials and deliveries are in the text', () => {
  const at = '2026-03-15T12:00:00Z';
  expect(reasonText({ kind: 'no-delivery' }, at)).toMatch(/any ZIP code came Mar 15, 2026/);
  expect(reasonText({ kind: 'not-open', cause: 'trial-over', since: at }, null)).toMatch(
    /the trial ended Mar 15, 2026.* and nothing was paid\.$/,
  );
  const ended = { kind: 'not-permitted', closings: 1, sources: [{ name: 'A', endedAt: at }] } as const;
  expect(reasonText({ ...ended, sources: [...ended.sources] }, null)).toMatch(
    /license of A ended Mar 15, 2026/,
  );
});
