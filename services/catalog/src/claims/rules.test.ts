import { describe, expect, it, test } from 'vitest';
import type { LockedUser } from '../replicas.ts';
import { decideConfirmation, decideHolds, endsClaim, type StandingClaim, zipTaken } from './rules.ts';

const now = new Date('2026-03-18T12:00:00Z');
const later = new Date('2026-03-18T12:10:00Z');
const earlier = new Date('2026-03-18T11:59:00Z');
const subscription = { id: 'subscription', claimId: 'claim', accountId: 'her' };
const user = (change: Partial<LockedUser> = {}) => ({ id: 'her', status: 'active', ...change }) as LockedUser;

const claim = (change: Partial<StandingClaim>): StandingClaim => ({
  id: 'claim',
  zipCode: '90210',
  industry: 'Mortgages',
  userId: 'her',
  state: 'held',
  assignedBy: 'subscription',
  intentId: 'order',
  subscriptionId: null,
  heldUntil: later,
  version: 1,
  isOwnerDeleted: false,
  ...change,
});
const decide = (standing?: StandingClaim) => decideConfirmation(user(), subscription, standing, now);

describe('confirming a claim', () => {
  it('makes a hold theirs, even one that ran out', () => {
    expect(decide(claim({}))).toEqual({ outcome: 'assign', ended: null });
    expect(decide(claim({ heldUntil: earlier }))).toEqual({ outcome: 'assign', ended: null });
  });

  it('makes the claim anew when the ZIP is free', () => {
    expect(decide()).toEqual({ outcome: 'assign', ended: null });
  });

  it('does nothing when it serves the subscription already', () => {
    const confirmed = claim({ state: 'confirmed', subscriptionId: 'subscription', heldUntil: null });
    expect(decide(confirmed)).toEqual({ outcome: 'nothing' });
  });

  it('only notes the subscription of a granted ZIP', () => {
    expect(decide(claim({ state: 'confirmed', assignedBy: 'admin', heldUntil: null }))).toEqual({
      outcome: 'bind',
    });
  });

  it('takes the place of idle holds', () => {
    const ended = { outcome: 'assign', ended: { id: 'other' } };
    expect(decide(claim({ id: 'other' }))).toMatchObject(ended);
    expect(decide(claim({ id: 'other', userId: 'him', heldUntil: earlier }))).toMatchObject(ended);
  });

  it('takes the place of a claim whose user was deleted', () => {
    const left = claim({ id: 'other', userId: 'him', state: 'confirmed', isOwnerDeleted: true });
    expect(decide(left)).toEqual({ outcome: 'assign', ended: left });
  });

  it('is refused for a deleted user, not for a suspended one', () => {
    const decideFor = (status: 'deleted' | 'suspended') =>
      decideConfirmation(user({ status }), subscription, claim({}), now).outcome;
    expect(decideFor('deleted')).toBe('refuse');
    expect(decideFor('suspended')).toBe('assign');
  });

  it('is refused when somebody else holds the ZIP', () => {
    expect(decide(claim({ id: 'other', userId: 'him' }))).toEqual({ outcome: 'refuse' });
    const confirmed = { id: 'other', state: 'confirmed', heldUntil: null } as const;
    expect(decide(claim({ ...confirmed, userId: 'him' }))).toEqual({ outcome: 'refuse' });
    expect(decide(claim(confirmed))).toEqual({ outcome: 'refuse' });
  });
});

describe('a cancelled subscription', () => {
  it('ends the claim it confirmed or would have', () => {
    expect(endsClaim('subscription', claim({ state: 'confirmed', subscriptionId: 'subscription' }))).toBe(
      true,
    );
    expect(endsClaim('subscription', claim({}))).toBe(true);
  });

  it('leaves a claim that serves a newer one', () => {
    expect(endsClaim('subscription', claim({ state: 'confirmed', subscriptionId: 'newer' }))).toBe(false);
  });

  it('finds nothing to end twice', () => {
    expect(endsClaim('subscription', claim({ state: 'released', subscriptionId: 'subscription' }))).toBe(
      false,
    );
    expect(endsClaim('subscription', undefined)).toBe(false);
  });
});

const order = { intentId: 'her-order', userId: 'her', zipCodes: ['90210'] };
const onSale = [{ zipCode: '90210', isAvailable: true }];

const heldClaim = (change: Partial<StandingClaim>): StandingClaim => ({
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
  isOwnerDeleted: false,
  ...change,
});

const decideHold = (...claims: StandingClaim[]) => decideHolds(user(), order, onSale, claims, now);
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
    for (const heldUntil of [earlier, now]) {
      const over = heldClaim({ heldUntil });
      expect(decideHold(over)).toEqual(hold({ change: 'new', ended: over }));
    }
  });

  it('takes the place of a claim whose user was deleted', () => {
    const left = heldClaim({ state: 'confirmed', heldUntil: null, isOwnerDeleted: true });
    expect(decideHold(left)).toEqual(hold({ change: 'new', ended: left }));
  });

  it('is refused for a deleted user', () => {
    const decided = decideHolds(user({ status: 'deleted' }), order, onSale, [], now);
    expect(decided).toEqual({ refused: 'user_deleted' });
  });

  it('gives a suspended user only what they have', () => {
    const suspended = user({ status: 'suspended' });
    expect(decideHolds(suspended, order, onSale, [], now)).toEqual({ refused: 'user_suspended' });
    const theirs = heldClaim({ userId: 'her', intentId: 'her-order' });
    expect(decideHolds(suspended, order, onSale, [theirs], now)).toEqual(
      hold({ change: 'extend', claimId: 'standing' }),
    );
  });

  it('returns the same when an order is repeated', () => {
    const theirs = { userId: 'her', intentId: 'her-order' };
    expect(decideHold(heldClaim(theirs))).toEqual(hold({ change: 'extend', claimId: 'standing' }));
    expect(decideHold(heldClaim({ ...theirs, heldUntil: earlier }))).toEqual(
      hold({ change: 'extend', claimId: 'standing' }),
    );
    const confirmed = heldClaim({ ...theirs, state: 'confirmed', heldUntil: null });
    expect(decideHold(confirmed)).toEqual(hold({ change: 'none', claimId: 'standing' }));
  });

  it('passes an open hold to a newer order of the user', () => {
    const older = heldClaim({ userId: 'her', intentId: 'her-older-order' });
    expect(decideHold(older)).toEqual(hold({ change: 'extend', claimId: 'standing' }));
  });

  it('returns what the user has already, on sale or not', () => {
    const confirmed = heldClaim({ userId: 'her', intentId: 'old', state: 'confirmed', heldUntil: null });
    const theirs = hold({ change: 'none', claimId: 'standing' });
    expect(decideHold(confirmed)).toEqual(theirs);
    expect(decideHolds(user(), order, [], [confirmed], now)).toEqual(theirs);
  });

  it('refuses unknown and switched off ZIPs', () => {
    expect(decideHolds(user(), order, [], [], now)).toEqual(taken);
    expect(decideHolds(user(), order, [{ zipCode: '90210', isAvailable: false }], [], now)).toEqual(taken);
  });

  it('names every ZIP that stands in the way', () => {
    const zipCodes = ['90210', '10001', '60601'];
    const zips = zipCodes.map(zipCode => ({ zipCode, isAvailable: true }));
    const claims = [heldClaim({}), heldClaim({ zipCode: '60601' })];
    expect(decideHolds(user(), { ...order, zipCodes }, zips, claims, now)).toEqual({
      taken: ['90210', '60601'],
    });
  });
});

test('one ZIP is named alone', () => {
  expect(zipTaken(['10001'])).toMatchObject({
    kind: 'conflict',
    code: 'zip_taken',
    message: 'ZIP code 10001 is no longer available',
    detail: { zipCodes: ['10001'] },
  });
});

test('several ZIPs are all named', () => {
  expect(zipTaken(['10001', '10002'])).toMatchObject({
    message: 'ZIP codes 10001, 10002 are no longer available',
    detail: { zipCodes: ['10001', '10002'] },
  });
});
