import { describe, expect, it } from 'vitest';
import { addZip, overTrialLimit, parseOrder, withoutZips } from './order.ts';

const beverlyHills = { id: '90210', zipCode: '90210', city: 'Beverly Hills', state: 'CA' };
const seattle = { id: '98101', zipCode: '98101', city: 'Seattle', state: 'WA' };

describe('an order', () => {
  it('contains a ZIP once after repeated additions', () => {
    expect(addZip(addZip([], seattle), seattle)).toEqual([{ ...seattle, quantity: 1 }]);
  });

  it('drops taken ZIPs', () => {
    expect(withoutZips(addZip(addZip([], beverlyHills), seattle), ['90210'])).toEqual(addZip([], seattle));
  });

  it("counts the ZIPs beyond a trial's limit", () => {
    const zips = (standing: string, count: number) => Array.from({ length: count }, () => ({ standing }));
    expect(overTrialLimit([...zips('new', 5), ...zips('trial', 20)], 25)).toBe(0);
    expect(overTrialLimit([...zips('new', 7), ...zips('trial', 20)], 25)).toBe(2);
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
