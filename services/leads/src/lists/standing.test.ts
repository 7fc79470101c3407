import { describe, expect, test } from 'vitest';
import { newStanding, readableOf } from './standing.ts';

const activatedAt = new Date('2026-03-01T12:00:00Z');
const trial = { ...newStanding(activatedAt, 14), paymentState: 'none' as const };
const later = new Date('2027-01-01');
const two = { granted: [], charged: ['90210', '98030'] };
const mixed = { granted: ['60601'], charged: ['90210', '98030'] };
const refusal = expect.objectContaining({ kind: 'payment-required' });
const at = (time: string) => () => readableOf(trial, two, new Date(time));

describe('a trial', () => {
  test('opens the lists while it runs', () => {
    expect(at('2026-03-15T11:59:59Z')()).toEqual(['90210', '98030']);
  });

  test('closes the lists by the clock alone', () => {
    expect(at('2026-03-15T12:00:00Z')).toThrow(refusal);
  });

  test('is refused with the price of continuing', () => {
    const over = { ...trial, monthlyAmountCents: 3_000 };
    const detail = { trialExpired: true, requiresPayment: true, zipCount: 2, monthlyAmount: 30 };
    const message = 'Your trial has ended. Add a payment method to see your leads again.';
    expect(() => readableOf(over, two, later)).toThrow(expect.objectContaining({ detail, message }));
  });
});

describe('a subscription', () => {
  test.each(['trialing', 'active', 'past_due'] as const)('opens the lists while it is %s', paymentState => {
    expect(readableOf({ ...trial, paymentState }, two, later)).toEqual(['90210', '98030']);
  });

  test.each(['none', 'ended'] as const)('that is %s opens nothing, even with a card', paymentState => {
    const withCard = { ...trial, paymentState, hasActivePayment: true };
    expect(() => readableOf(withCard, two, later)).toThrow(refusal);
  });

  test('that ended is not called a trial', () => {
    const message = 'Your subscription has ended. Add a payment method to see your leads again.';
    expect(() => readableOf({ ...trial, paymentState: 'ended' }, two, later)).toThrow(
      expect.objectContaining({ message }),
    );
  });

  test('without ZIPs asks for an order, not for a card', () => {
    const message = 'Your subscription has ended. Order ZIP codes to see their leads.';
    const none = { granted: [], charged: [] };
    expect(() => readableOf({ ...trial, paymentState: 'ended' }, none, later)).toThrow(
      expect.objectContaining({ message, detail: expect.objectContaining({ zipCount: 0 }) }),
    );
  });

  test('not yet published is read from the card', () => {
    const old = { ...trial, paymentState: null, hasActivePayment: true };
    expect(readableOf(old, two, later)).toEqual(['90210', '98030']);
  });
});

describe('a granted ZIP', () => {
  test('is open without trial and payment', () => {
    expect(readableOf(trial, mixed, later)).toEqual(['60601']);
    expect(readableOf(trial, mixed, later, ['60601'])).toEqual(['60601']);
  });

  test('opens no other ZIP', () => {
    const asked = () => readableOf({ ...trial, monthlyAmountCents: 3_000 }, mixed, later, ['60601', '98030']);
    const detail = expect.objectContaining({ zipCount: 2, monthlyAmount: 30 });
    expect(asked).toThrow(expect.objectContaining({ detail }));
  });

  test('is listed with the others while they are open', () => {
    expect(readableOf(trial, mixed, activatedAt)).toEqual(['60601', '90210', '98030']);
  });
});
