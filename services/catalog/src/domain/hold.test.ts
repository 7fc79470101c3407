import { describe, expect, it } from 'vitest';
import type { Claim } from './claim.ts';
import { decideHolds } from './hold.ts';

const now = new Date('2026-03-18T12:00:00Z');
const later = new Date('2026-03-18T12:10:00Z');
const earlier = new Date('2026-03-18T11:59:00Z');
const order = { intentId: 'her-order', userId: 'her', zipCodes: ['90210'] };
const onSale = [{ zipCode: '90210', isAvailable: true }];

const heldClaim = (change: Partial<Claim>): Claim => ({
  id: 'standing',
  zipCode: '90210',
  industry: 'Mortgages',
  userId: 'him',
  state: 'held',
  assignedBy: 'subscription',
  intentId: 'his-order',
  subscriptionId: null,
  heldUntil: later,
  version: 1,
  ...change,
});

const decideHold = (...claims: Claim[]) => decideHolds(order, onSale, claims, now);
const taken = { taken: ['90210'] };
const hold = (rest: object) => ({ holds: [{ zipCode: '90210', claimId: null, ended: null, ...rest }] });

describe('holding a ZIP', () => {
  it('takes one that nobody claims', () => {
    expect(decideHold()).toEqual(hold({ change: 'new' }));
  });

  it('refuses what another holds or has', () => {
    expect(decideHold(heldClaim({}))).toEqual(taken);
    expect(decideHold(heldClaim({ state: 'confirmed', heldUntil: null }))).toEqual(taken);
  });

  it('takes the place of a hold that ran out', () => {
    expect(decideHold(heldClaim({ heldUntil: earlier }))).toEqual(hold({ change: 'new', ended: 'standing' }));
    expect(decideHold(heldClaim({ heldUntil: now }))).toEqual(hold({ change: 'new', ended: 'standing' }));
  });

  it('answers the same when an order is repeated', () => {
    const hers = { userId: 'her', intentId: 'her-order' };
    expect(decideHold(heldClaim(hers))).toEqual(hold({ change: 'extend', claimId: 'standing' }));
    expect(decideHold(heldClaim({ ...hers, heldUntil: earlier }))).toEqual(
      hold({ change: 'extend', claimId: 'standing' }),
    );
    const confirmed = heldClaim({ ...hers, state: 'confirmed', heldUntil: null });
    expect(decideHold(confirmed)).toEqual(hold({ change: 'none', claimId: 'standing' }));
  });

  it('passes her open hold to her newer order', () => {
    const older = heldClaim({ userId: 'her', intentId: 'her-older-order' });
    expect(decideHold(older)).toEqual(hold({ change: 'extend', claimId: 'standing' }));
  });

  it('refuses what she has already', () => {
    expect(decideHold(heldClaim({ userId: 'her', intentId: 'old', state: 'confirmed', heldUntil: null }))).toEqual(
      taken,
    );
  });

  it('refuses unknown and switched off ZIPs', () => {
    expect(decideHolds(order, [], [], now)).toEqual(taken);
    expect(decideHolds(order, [{ zipCode: '90210', isAvailable: false }], [], now)).toEqual(taken);
  });

  it('names every ZIP that stands in the way', () => {
    const zipCodes = ['90210', '10001', '60601'];
    const zips = zipCodes.map(zipCode => ({ zipCode, isAvailable: true }));
    const claims = [heldClaim({}), heldClaim({ zipCode: '60601' })];
    expect(decideHolds({ ...order, zipCodes }, zips, claims, now)).toEqual({ taken: ['90210', '60601'] });
  });
});
