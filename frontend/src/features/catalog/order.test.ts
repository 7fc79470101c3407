import { describe, expect, it } from 'vitest';
import { addZip, overTrialLimit, parseOrder, withoutZips } from './order.ts';

const beverlyHills = { id: '90210', zipCode: '90210', city: 'Beverly Hills', state: 'CA' };
const seattle = { id: '98101', zipCode: '98101', city: 'Seattle', state: 'WA' };

describe('an order', () => {
  it('holds a ZIP once however often added', () => {
    expect(addZip(addZip([], seattle), seattle)).toEqual([{ ...seattle, quantity: 1 }]);
  });

  it('loses the ZIPs that were taken', () => {
    expect(withoutZips(addZip(addZip([], beverlyHills), seattle), ['90210'])).toEqual(addZip([], seattle));
  });

  it('goes over the limit of a trial by what does not fit', () => {
    const zips = (standing: string, count: number) => Array.from({ length: count }, () => ({ standing }));
    expect(overTrialLimit([...zips('new', 5), ...zips('trial', 20)], 25)).toBe(0);
    expect(overTrialLimit([...zips('new', 7), ...zips('trial', 20)], 25)).toBe(2);
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

  it('has each ZIP once, whatever quantity was kept', () => {
    expect(parseOrder(JSON.stringify([{ ...seattle, quantity: 3 }]))).toEqual([{ ...seattle, quantity: 1 }]);
  });
});
