import { expect, test } from 'vitest';
import { consequencesOf } from './mode-consequences.ts';

const nobodyPays = { hasKeys: true, payingUsers: 0, paidZips: 0, returningUsers: 0, holdDays: 14 };

test('going live names the charges to real cards', () => {
  expect(consequencesOf({ from: 'test', to: 'live', ...nobodyPays })).toEqual([
    'From now on, real cards are charged.',
    'No user pays in test mode.',
  ]);
});

test('users who pay are counted, with what becomes of their ZIPs', () => {
  const texts = consequencesOf({ from: 'test', to: 'live', ...nobodyPays, payingUsers: 2, paidZips: 5 });
  expect(texts[1]).toBe(
    '2 users who pay in test mode continue as users without a card. Their 5 ZIP codes are held for 14 days, as after a trial.',
  );
});

test('trials with a saved card are counted apart from payers', () => {
  const texts = consequencesOf({ from: 'live', to: 'test', ...nobodyPays, trialUsers: 1 });
  expect(texts.slice(1, 3)).toEqual([
    'No user pays in live mode.',
    '1 user on trial with a saved card continues without the card.',
  ]);
  expect(texts[3]).toMatch(/in live mode go on: their cards are charged/);
});

test('leaving live mode names the charges that go on', () => {
  const paying = { ...nobodyPays, payingUsers: 1, paidZips: 1, returningUsers: 3 };
  const texts = consequencesOf({ from: 'live', to: 'test', ...paying });
  expect(texts.join(' ')).toMatch(/in live mode go on: their cards are charged/);
  expect(texts.at(-1)).toBe('3 users who paid in test mode before continue where they were.');
});

test('missing keys are named', () => {
  const texts = consequencesOf({ from: 'test', to: 'live', ...nobodyPays, hasKeys: false });
  expect(texts.at(-1)).toMatch(/STRIPE_LIVE_SECRET_KEY/);
});
