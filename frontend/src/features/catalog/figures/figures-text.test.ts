import { expect, test } from 'vitest';
import { figuresText, orderFiguresText } from './figures-text.ts';

const now = new Date('2026-11-27T12:00:00');
const busy = {
  closings7: 12,
  closings30: 41,
  agents: 18,
  withEmail: 15,
  withMobile: 11,
  lastReceivedAt: '2026-11-26T12:00:00.000Z',
};
const quiet = { closings7: 0, closings30: 0, agents: 0, withEmail: 0, withMobile: 0 };
const never = { ...quiet, lastReceivedAt: null };
const longAgo = { ...quiet, lastReceivedAt: '2025-10-03T12:00:00.000Z' };

test('a line has closings, contacts, agents and the last delivery', () => {
  expect(figuresText(busy, now)).toEqual({
    short: '12 closings in 7 days · 41 in 30 · 83% with email',
    contacts: ' · 61% with mobile · 18 agents in 30 days',
    delivered: ' · last delivered Nov 26',
  });
});

test.each([
  [never, 'No closings known yet'],
  [longAgo, 'No closings in 30 days · last delivered Oct 3, 2025'],
  [{ ...busy, closings7: 0 }, 'No closings in 7 days · 41 in 30 · 83% with email'],
  [{ ...busy, closings7: 1, closings30: 1200 }, '1 closing in 7 days · 1,200 in 30 · 83% with email'],
])('the short line of %o is %s', (counts, short) => {
  expect(figuresText(counts, now).short).toBe(short);
});

test.each([
  [[busy, { ...busy, closings7: 1 }, longAgo], '13 closings in 7 days', ''],
  [[busy, never], '12 closings in 7 days', '1 of 2 ZIP codes without known closings yet'],
  [[never], 'No closings known yet', ''],
  [[longAgo], 'No closings in 7 days', ''],
])('the order of %o has %s', (zips, total, unknown) => {
  expect(orderFiguresText(zips)).toEqual({ total, unknown });
});
