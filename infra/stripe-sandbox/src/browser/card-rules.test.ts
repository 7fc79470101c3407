import { describe, expect, it } from 'vitest';
import { cardFields, groupedNumber, problems, slashedExpiry } from './card-rules.js';

describe('what is typed', () => {
  it('stands in the groups that are printed', () => {
    expect(groupedNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupedNumber('378282246310005')).toBe('3782 822463 10005');
    expect(groupedNumber('4242 42x')).toBe('4242 42');
  });

  it('gets its slash after the month', () => {
    expect(slashedExpiry('1', false)).toBe('1');
    expect(slashedExpiry('12', false)).toBe('12 / ');
    expect(slashedExpiry('5', false)).toBe('05 / ');
    expect(slashedExpiry('12 / 3', false)).toBe('12 / 3');
    expect(slashedExpiry('12 /', true)).toBe('12');
  });

  it('is sent as the API names it', () => {
    expect(cardFields({ number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' })).toEqual({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    });
  });
});

describe('a card', () => {
  const now = new Date('2026-11-22T12:00:00Z');

  it.each([
    ['number', '4242 4242', 'Your card number is incomplete.'],
    ['number', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['number', '3782 822463 10005', undefined],
    ['expiry', '12 /', "Your card's expiration date is incomplete."],
    ['expiry', '13 / 30', "Your card's expiration month is invalid."],
    ['expiry', '10 / 26', "Your card's expiration year is in the past."],
    ['expiry', '11 / 26', undefined],
    ['cvc', '12', "Your card's security code is incomplete."],
    ['cvc', '123', undefined],
  ] as const)('is checked before it is sent: %s %s', (field, text, message) => {
    expect(problems[field](text, now)?.message).toBe(message);
  });
});
