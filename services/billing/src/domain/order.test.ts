import { expect, test } from 'vitest';
import { isSameRequest, type Order } from './order.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T12:00:01Z');

const order: Order = {
  id: 'order',
  accountId: 'account',
  purpose: 'zips',
  zipCodes: ['10001', '10002'],
  state: 'open',
  claims: [],
  quantity: null,
  checkoutMode: null,
  checkoutSessionId: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
  createdAt: now,
};
const checkout: Order = { ...order, state: 'checkout', quantity: 5, checkoutExpiresAt: later };
const request = { purpose: 'zips', zipCodes: ['10001', '10002'] } as const;
const BILLABLE = 3;

test('an open order is asked for again', () => {
  expect(isSameRequest(order, request, BILLABLE, now)).toBe(true);
});

test('a checkout that may be paid is asked for again', () => {
  expect(isSameRequest(checkout, request, BILLABLE, now)).toBe(true);
});

test.each<[string, Order]>([
  ['is over', { ...checkout, checkoutExpiresAt: now }],
  ['has no end', { ...checkout, checkoutExpiresAt: null }],
  ['asks for another amount', { ...checkout, quantity: 4 }],
])('a checkout that %s is not', (_what, other) => {
  expect(isSameRequest(other, request, BILLABLE, now)).toBe(false);
});

test.each(['done', 'dropped'] as const)('an order that is %s is not', state => {
  expect(isSameRequest({ ...checkout, state }, request, BILLABLE, now)).toBe(false);
});

test('other ZIPs or another purpose are another order', () => {
  expect(isSameRequest(order, { ...request, zipCodes: ['10001'] }, BILLABLE, now)).toBe(false);
  expect(isSameRequest(order, { ...request, zipCodes: ['100011', '0002'] }, BILLABLE, now)).toBe(false);
  expect(isSameRequest(order, { ...request, purpose: 'conversion' }, BILLABLE, now)).toBe(false);
});
