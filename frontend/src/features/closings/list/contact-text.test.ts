import type { ContactFacts } from '@closingwire/contracts/contacts';
import { emailStates, phoneStates } from '@closingwire/contracts/contacts';
import { expect, test } from 'vitest';
import { contactLines, stateLabel, stateText } from './contact-text.ts';

const contact: ContactFacts = {
  kind: 'phone',
  field: 'mobile',
  state: 'unknown',
  checkedAt: null,
  earlier: null,
  notOnListOf: null,
  source: null,
  firstSeenAt: null,
  lastSeenAt: null,
};
const notCovered = 'Do-not-call registry not checked: no valid list covers this number';
const at = '2026-03-10T12:00:00.000Z';

test('a state without a check has no date', () => {
  expect(stateText(contact)).toBe('Line type not checked');
  expect(contactLines(contact)).toEqual([notCovered, 'Source: not known']);
});

test('an unknown state says what is unknown', () => {
  expect(stateText({ ...contact, kind: 'email' })).toBe('Not verified');
  expect(stateText({ ...contact, kind: 'email', checkedAt: at })).toMatch(
    /^Could not be verified · checked Mar/,
  );
  expect(stateText({ ...contact, checkedAt: at })).toMatch(/^Line type unknown · checked Mar 10, 2026/);
  expect(contactLines({ ...contact, kind: 'email' })).toEqual(['Source: not known']);
  expect(contactLines({ ...contact, state: 'mobile' })).toContain(notCovered);
  expect(contactLines({ ...contact, state: 'do-not-call' })).not.toContain(notCovered);
  expect(contactLines({ ...contact, notOnListOf: '2026-03-09' })).not.toContain(notCovered);
});

test('a state shows when it was checked', () => {
  expect(stateText({ kind: 'phone', state: 'mobile', checkedAt: at })).toMatch(
    /^Mobile phone · checked Mar 10, 2026/,
  );
  expect(stateText({ kind: 'phone', state: 'do-not-call', checkedAt: '2026-03-10T00:00:00.000Z' })).toBe(
    'On the do-not-call registry · list of Mar 10, 2026',
  );
});

test('old results, lists and sources have their dates', () => {
  const lines = contactLines({
    ...contact,
    earlier: { state: 'mobile', checkedAt: at },
    notOnListOf: '2026-03-09',
    source: 'Example MLS',
    firstSeenAt: at,
    lastSeenAt: at,
  });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^Before: Mobile phone, Mar 10, 2026.*; too old to count$/);
  expect(lines[1]).toBe('Not on the do-not-call list of Mar 9, 2026');
  expect(lines[2]).toMatch(/^Source: Example MLS, first seen Mar 10, 2026.*, last seen Mar 10, 2026/);
});

test('no state is called safe', () => {
  const labels = [
    ...emailStates.map(state => stateLabel({ kind: 'email', state, checkedAt: null })),
    ...phoneStates.map(state => stateLabel({ kind: 'phone', state, checkedAt: null })),
  ];
  expect(labels.join(' ')).not.toMatch(/safe|ok\b|allowed/i);
});
