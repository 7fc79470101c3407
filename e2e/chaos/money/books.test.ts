import { describe, expect, test } from 'vitest';
import { compareBooks, type UserRecords } from './books.ts';

const live = (id: string, quantity: number, status = 'active') => ({
  id,
  status,
  cancel_at_period_end: false,
  cancellation_details: { reason: null },
  items: { data: [{ quantity }] },
});

const clean: UserRecords = {
  index: 0,
  status: 'active',
  zips: [
    { zip: '90001', industry: 'Mortgages', kind: 'paid' },
    { zip: '90002', industry: 'Mortgages', kind: 'granted' },
  ],
  claims: [
    { zip: '90001', industry: 'Mortgages', state: 'confirmed' },
    { zip: '90002', industry: 'Mortgages', state: 'confirmed' },
    { zip: '90003', industry: 'Mortgages', state: 'held' },
  ],
  readable: ['90002', '90001'],
  subscriptions: [live('sub_1', 1), live('sub_0', 4, 'canceled')],
  cards: ['4242'],
  endedWith: undefined,
  hasEverEnded: false,
  hasBadCard: false,
};

const kindsOf = (changes: Partial<UserRecords>) =>
  compareBooks([{ ...clean, ...changes }]).map(({ kind }) => kind);

const nothing: Partial<UserRecords> = { zips: [], claims: [], readable: [], subscriptions: [], cards: [] };

describe('the books', () => {
  test('are clean when all agree', () => {
    expect(kindsOf({})).toEqual([]);
    expect(kindsOf(nothing)).toEqual([]);
    expect(kindsOf({ ...nothing, status: 'deleted' })).toEqual([]);
  });

  test.each<[string, Partial<UserRecords>]>([
    ['two-live-subscriptions', { subscriptions: [live('sub_1', 1), live('sub_2', 1)] }],
    ['wrong-quantity', { subscriptions: [live('sub_1', 2)] }],
    ['claims-differ', { claims: clean.claims.slice(1) }],
    ['leads-differ', { readable: ['90001'] }],
    ['started-after-ending', { endedWith: new Set(['sub_0']) }],
  ])('show %s', (kind, changes) => {
    expect(kindsOf(changes)).toEqual([kind]);
  });

  test('show what nobody pays for', () => {
    expect(kindsOf({ subscriptions: [], cards: [] })).toEqual(['unpaid-zips']);
    expect(kindsOf({ subscriptions: [] })).toEqual(['unpaid-zips', 'card-without-subscription']);
    expect(kindsOf({ subscriptions: [], hasEverEnded: true })).toEqual(['unpaid-zips']);
  });

  test('show what is left of a deleted account', () => {
    const held = { zip: '90003', industry: 'Mortgages', state: 'held' } as const;
    expect(kindsOf({ ...nothing, status: 'deleted', claims: [held] })).toEqual(['belongs-to-deleted']);
    const running: Partial<UserRecords> = {
      ...nothing,
      status: 'deleted',
      subscriptions: [live('sub_1', 1)],
    };
    expect(kindsOf(running)).toEqual(['belongs-to-deleted']);
  });
});
