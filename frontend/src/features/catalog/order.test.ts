import { describe, expect, it } from 'vitest';
import { addZip, parseOrder, trialOverflow, withoutZips } from './order.ts';

const beverlyHills = { id: '90210', zipCode: '90210', city: 'Beverly Hills', state: 'CA' };
const seattle = { id: '98101', zipCode: '98101', city: 'Seattle', state: 'WA' };

describe('an order', () => {
  it('contains a ZIP once after repeated additions', () => {
    expect(addZip(addZip([], seattle), seattle)).toEqual([{ ...seattle, quantity: 1 }]);
  });

  it('keeps the kind of a ZIP with few homes', () => {
    const box = { ...seattle, kind: 'po_box' as const };
    expect(addZip([], box)).toEqual([{ ...box, quantity: 1 }]);
    expect(parseOrder(JSON.stringify(addZip([], box)))).toEqual([{ ...box, quantity: 1 }]);
    expect(addZip([], { ...seattle, kind: 'standard' })).toEqual([{ ...seattle, quantity: 1 }]);
    expect(parseOrder(JSON.stringify([{ ...seattle, kind: 'palace' }]))).toEqual([]);
    expect(parseOrder(JSON.stringify([{ ...seattle, kind: 'palace', quantity: 1 }]))).toEqual([
      { ...seattle, quantity: 1 },
    ]);
  });

  it('drops taken ZIPs', () => {
    expect(withoutZips(addZip(addZip([], beverlyHills), seattle), ['90210'])).toEqual(addZip([], seattle));
  });
});

describe('a stored order', () => {
  it('is restored unchanged', () => {
    const order = addZip([], beverlyHills);
    expect(parseOrder(JSON.stringify(order))).toEqual(order);
  });

  it('is empty if the stored text is invalid', () => {
    expect(parseOrder('{"oops')).toEqual([]);
    expect(parseOrder(null)).toEqual([]);
  });

  it('drops invalid items', () => {
    expect(parseOrder(JSON.stringify([{ id: 5 }, null, { ...seattle, quantity: 1 }]))).toHaveLength(1);
  });

  it('has quantity 1 for each ZIP', () => {
    expect(parseOrder(JSON.stringify([{ ...seattle, quantity: 3 }]))).toEqual([{ ...seattle, quantity: 1 }]);
  });
});

describe('an order of a trial', () => {
  const codes = Array.from({ length: 7 }, (_, n) => String(90_001 + n));
  const items = codes.map(zipCode => ({ ...seattle, id: zipCode, zipCode, quantity: 1 }));
  const quoted = (standing: 'new' | 'trial' | 'paid', ...zipCodes: string[]) =>
    zipCodes.map(zipCode => ({ zipCode, standing }));
  const quoteOf = (mostTrialZips: number, ...zips: ReturnType<typeof quoted>) =>
    ({ way: 'trial', mostTrialZips, zips }) as const;
  const added = quoted('new', ...codes);

  it('keeps the first ZIPs that the trial has room for', () => {
    expect(trialOverflow(items, quoteOf(7, ...added))).toBeUndefined();
    expect(trialOverflow(items, quoteOf(5, ...added))).toEqual({
      most: 5,
      room: 5,
      beyond: ['90006', '90007'],
    });
  });

  it('leaves room for the ZIPs of the trial, and none for paid ones', () => {
    const held = quoted('trial', '10001', '10002');
    expect(trialOverflow(items, quoteOf(8, ...added, ...held))).toMatchObject({ room: 6, beyond: ['90007'] });
    expect(trialOverflow(items, quoteOf(2, ...added, ...held))).toMatchObject({ room: 0, beyond: codes });
    expect(trialOverflow(items, quoteOf(7, ...added, ...quoted('paid', '10001')))).toBeUndefined();
  });

  it('keeps ZIPs that the account has already', () => {
    const [first = '', ...rest] = codes;
    const zips = [...quoted('new', ...rest), ...quoted('trial', first)];
    expect(trialOverflow(items, quoteOf(3, ...zips))?.beyond).toEqual(codes.slice(3));
  });

  it('has no limit with a card, or without a quote', () => {
    expect(trialOverflow(items, { ...quoteOf(5, ...added), way: 'card' })).toBeUndefined();
    expect(trialOverflow(items, undefined)).toBeUndefined();
  });
});
