import { describe, expect, it } from 'vitest';
import { addZip, orderTotalUsd, parseOrder, withoutZips, withQuantity } from './order.ts';

const beverlyHills = { id: '90210', zipCode: '90210', city: 'Beverly Hills', state: 'CA' };
const seattle = { id: '98101', zipCode: '98101', city: 'Seattle', state: 'WA' };

describe('an order', () => {
  it('costs 15 dollars for each unit', () => {
    const order = withQuantity(addZip(addZip([], beverlyHills), seattle), '98101', 2);
    expect(orderTotalUsd(order)).toBe(45);
  });

  it('costs nothing while it is empty', () => {
    expect(orderTotalUsd([])).toBe(0);
  });

  it('holds a ZIP once however often added', () => {
    expect(addZip(addZip([], seattle), seattle)).toHaveLength(1);
  });

  it('keeps quantities whole and at least one', () => {
    const order = addZip([], seattle);
    expect(withQuantity(order, '98101', 0)[0]?.quantity).toBe(1);
    expect(withQuantity(order, '98101', 2.9)[0]?.quantity).toBe(2);
  });

  it('loses the ZIPs that were taken', () => {
    expect(withoutZips(addZip(addZip([], beverlyHills), seattle), ['90210'])).toEqual(addZip([], seattle));
  });
});

describe('a stored order', () => {
  it('comes back as it was stored', () => {
    const order = addZip([], beverlyHills);
    expect(parseOrder(JSON.stringify(order))).toEqual(order);
  });

  it('is empty when the text is broken', () => {
    expect(parseOrder('{"oops')).toEqual([]);
    expect(parseOrder(null)).toEqual([]);
  });

  it('drops what is not an order item', () => {
    expect(parseOrder(JSON.stringify([{ id: 5 }, null, { ...seattle, quantity: 1 }]))).toHaveLength(1);
  });
});
