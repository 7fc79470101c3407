import { expect, test } from 'vitest';
import { decideCredit, type HeldZip, type Month } from './rules.ts';

const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);
const now = at('03-15');
const paidMonth: Month = {
  kind: 'paid',
  start: at('03-01'),
  end: at('03-31'),
  centsPerZip: 1_500,
  paidCents: 3_000,
};
const held = (facts: Partial<HeldZip> = {}): HeldZip => ({
  kind: 'paid',
  createdAt: at('01-01'),
  cancelledAt: null,
  ...facts,
});
const facts = {
  isDeleted: false,
  held: [held()],
  month: paidMonth,
  earlier: { ofZipCents: 0, ofAccountCents: 0 },
};
const decide = (changes: Partial<Parameters<typeof decideCredit>[0]> = {}, centsPerZip = 1_500) => {
  const decision = decideCredit({ ...facts, ...changes }, { centsPerZip }, now);
  return decision.kind === 'owed' ? decision.cents : decision.reason;
};

test('a paid month is credited at the price', () => {
  expect(decide()).toBe(1_500);
  expect(decide({}, 1_200)).toBe(1_200);
  expect(decide({}, 2_000)).toBe(1_500);
});

test('a ZIP is credited as far as it was paid', () => {
  expect(decide({ held: [held({ createdAt: new Date('2026-03-11T15:00:00Z') })] })).toBe(1_000);
  expect(decide({ held: [held({ cancelledAt: at('03-11') })] })).toBe(500);
  const twice = [held({ cancelledAt: at('03-11') }), held({ createdAt: at('03-21') })];
  expect(decide({ held: twice })).toBe(1_000);
  expect(decide({ month: { ...paidMonth, paidCents: 700 } })).toBe(700);
});

test('earlier credits of the month count', () => {
  expect(decide({ earlier: { ofZipCents: 500, ofAccountCents: 500 } })).toBe(1_000);
  expect(decide({ earlier: { ofZipCents: 1_500, ofAccountCents: 1_500 } })).toBe('credited-before');
  expect(decide({ earlier: { ofZipCents: 0, ofAccountCents: 2_500 } })).toBe(500);
  expect(decide({ earlier: { ofZipCents: 0, ofAccountCents: 3_000 } })).toBe('credited-before');
});

test.each<[string, Parameters<typeof decide>[0], string]>([
  ['a deleted account', { isDeleted: true }, 'account-closed'],
  ['a ZIP of nobody', { held: [] }, 'not-subscribed'],
  ['a ZIP given back before', { held: [held({ cancelledAt: at('02-20') })] }, 'not-subscribed'],
  ['a ZIP on trial', { held: [held({ kind: 'trial' })], month: { kind: 'none' } }, 'trial'],
  ['a charge after the trial', { month: { kind: 'trial' } }, 'trial'],
  ['a granted ZIP', { held: [held({ kind: 'granted' })] }, 'granted'],
  ['an open charge', { month: { kind: 'unpaid' } }, 'unpaid'],
  ['no subscription', { month: { kind: 'none' } }, 'unpaid'],
  ['an empty charge', { month: { ...paidMonth, paidCents: 0 } }, 'unpaid'],
])('%s has nothing to credit', (_name, changes, reason) => {
  expect(decide(changes)).toBe(reason);
});
