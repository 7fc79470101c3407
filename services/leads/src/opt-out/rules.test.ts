import { describe, expect, test } from 'vitest';
import { type Carrier, MOST_CARRIERS, masked, mayMailLink, stateOf, takesEffect } from './rules.ts';

const carrier = (changes: Partial<Carrier> = {}): Carrier => ({
  name: 'ada example',
  email: 'ada@example.com',
  license: 'WA1',
  carries: { email: true, phone: true, license: true },
  ...changes,
});
const own = carrier();
const other = carrier({
  name: 'bob example',
  email: 'bob@example.com',
  license: 'WA2',
  carries: { email: false, phone: true, license: false },
});
const noEmail = { email: null, carries: { email: false, phone: true, license: true } };

describe('a phone', () => {
  test.each([
    ['of the agent alone', true, [own]],
    ['of the agent in two ZIPs', true, [own, own]],
    ['of a row of the same license without an address', true, [own, carrier(noEmail)]],
    ['of a row of the same name alone', true, [own, carrier({ ...noEmail, license: null })]],
    ['without a row', false, []],
    ['of a row without any address', false, [carrier(noEmail)]],
    ['of another agent', false, [other]],
    ['of the agent and another agent', false, [own, other]],
    ['of two licenses with one address, an office inbox', false, [own, carrier({ license: 'WA2' })]],
    [
      'of another name without address and license',
      false,
      [own, carrier({ ...noEmail, license: null, name: 'bob example' })],
    ],
    ['of more rows than one agent has', false, Array.from({ length: MOST_CARRIERS + 1 }, () => own)],
  ] as const)('%s: takes effect %s', (_, expected, carriers) => {
    expect(takesEffect('phone', carriers)).toBe(expected);
  });
});

describe('a license number', () => {
  const elsewhere = { carries: { email: false, phone: false, license: true } };
  test.each([
    ['of the agent', true, [own]],
    ['of the agent under another address', true, [own, carrier({ ...elsewhere, email: 'a@example.org' })]],
    [
      'that another agent has in another state',
      false,
      [own, carrier({ ...elsewhere, name: 'bob example', email: 'bob@example.com' })],
    ],
    ['of another agent', false, [carrier({ ...elsewhere, email: 'bob@example.com' })]],
  ] as const)('%s: takes effect %s', (_, expected, carriers) => {
    expect(takesEffect('license', carriers)).toBe(expected);
  });
});

test('a license number takes effect beside the phone of a large office', () => {
  const office = Array.from({ length: MOST_CARRIERS + 1 }, () => other);
  expect(takesEffect('license', [own, ...office])).toBe(true);
  expect(takesEffect('phone', [own, ...office])).toBe(false);
});

test('an address always takes effect', () => {
  expect(takesEffect('email', [])).toBe(true);
});

describe('a link', () => {
  const now = new Date('2026-03-18T12:00:00Z');
  const minutesAgo = (...minutes: number[]) => minutes.map(count => new Date(now.getTime() - count * 60_000));

  test.each([
    ['the first time', true, []],
    ['ten minutes later', true, [10]],
    ['a moment later', false, [9]],
    ['a third time in a day', true, [600, 60]],
    ['a fourth time in a day', false, [900, 600, 60]],
  ] as const)('is mailed %s: %s', (_, expected, minutes) => {
    expect(mayMailLink(minutesAgo(...minutes), now)).toBe(expected);
  });

  test('expires on time unless it was used', () => {
    const expiresAt = now;
    expect(stateOf({ state: 'requested', expiresAt }, new Date(now.getTime() - 1))).toBe('requested');
    expect(stateOf({ state: 'requested', expiresAt }, now)).toBe('expired');
    expect(stateOf({ state: 'in-effect', expiresAt }, now)).toBe('in-effect');
  });
});

test.each([
  ['email', 'ada.lovelace@example.com', 'a•••@example.com'],
  ['phone', '+1 (206) 555-0142', '•••0142'],
  ['license', 'WA 12345', 'WA•••'],
] as const)('a masked %s keeps little of %s', (kind, value, expected) => {
  expect(masked(kind, value)).toBe(expected);
});
