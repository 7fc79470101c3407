import { describe, expect, it, test } from 'vitest';
import type { LockedUser } from '../replicas.ts';
import { type CurrentClaim, decideConfirmation, decideHolds, endsClaim, zipTaken } from './rules.ts';

const now = new Date('2026-03-18T12:00:00Z');
const later = new Date('2026-03-18T12:10:00Z');
const earlier = new Date('2026-03-18T11:59:00Z');
const subscription = { id: 'subscription', claimId: 'claim', accountId: 'ada' };
const user = (change: Partial<LockedUser> = {}) => ({ id: 'ada', status: 'active', ...change }) as LockedUser;

const claim = (change: Partial<CurrentClaim>): CurrentClaim => ({
  id: 'claim',
  zipCode: '90210',
  industry: 'Mortgages',
  userId: 'ada',
  state: 'held',
  assignedBy: 'subscription',
  intentId: 'order',
  subscriptionId: null,
  heldUntil: later,
  version: 1,
  isOwnerDeleted: false,
  ...change,
});
const decide = (current?: CurrentClaim) => decideConfirmation(user(), subscription, current, now);

describe('confirming a claim', () => {
  it('confirms a hold, even an expired one', () => {
    expect(decide(claim({}))).toEqual({ outcome: 'assign', ended: null });
    expect(decide(claim({ heldUntil: earlier }))).toEqual({ outcome: 'assign', ended: null });
  });

  it('makes a new claim when the ZIP is free', () => {
    expect(decide()).toEqual({ outcome: 'assign', ended: null });
  });

  it('does nothing when the claim serves the subscription', () => {
    const confirmed = claim({ state: 'confirmed', subscriptionId: 'subscription', heldUntil: null });
    expect(decide(confirmed)).toEqual({ outcome: 'nothing' });
  });

  it('only stores the subscription of a granted ZIP', () => {
    expect(decide(claim({ state: 'confirmed', assignedBy: 'admin', heldUntil: null }))).toEqual({
      outcome: 'bind',
    });
  });

  it('replaces the own hold and an expired one', () => {
    const ended = { outcome: 'assign', ended: { id: 'other' } };
    expect(decide(claim({ id: 'other' }))).toMatchObject(ended);
    expect(decide(claim({ id: 'other', userId: 'bob', heldUntil: earlier }))).toMatchObject(ended);
  });

  it('replaces a claim of a deleted user', () => {
    const left = claim({ id: 'other', userId: 'bob', state: 'confirmed', isOwnerDeleted: true });
    expect(decide(left)).toEqual({ outcome: 'assign', ended: left });
  });

  it('is refused for a deleted user, not for a suspended one', () => {
    const decideFor = (status: 'deleted' | 'suspended') =>
      decideConfirmation(user({ status }), subscription, claim({}), now).outcome;
    expect(decideFor('deleted')).toBe('refuse');
    expect(decideFor('suspended')).toBe('assign');
  });

  it('is refused when another claim is in force', () => {
    expect(decide(claim({ id: 'other', userId: 'bob' }))).toEqual({ outcome: 'refuse' });
    const confirmed = { id: 'other', state: 'confirmed', heldUntil: null } as const;
    expect(decide(claim({ ...confirmed, userId: 'bob' }))).toEqual({ outcome: 'refuse' });
    expect(decide(claim(confirmed))).toEqual({ outcome: 'refuse' });
  });
});

describe('a canceled subscription', () => {
  it('ends its confirmed claim or hold', () => {
    expect(endsClaim('subscription', claim({ state: 'confirmed', subscriptionId: 'subscription' }))).toBe(
      true,
    );
    expect(endsClaim('subscription', claim({}))).toBe(true);
  });

  it('leaves a claim of another subscription', () => {
    expect(endsClaim('subscription', claim({ state: 'confirmed', subscriptionId: 'newer' }))).toBe(false);
  });

  it('ends no released or missing claim', () => {
    expect(endsClaim('subscription', claim({ state: 'released', subscriptionId: 'subscription' }))).toBe(
      false,
    );
    expect(endsClaim('subscription', undefined)).toBe(false);
  });
});

const order = { intentId: 'new-order', userId: 'ada', zipCodes: ['90210'] };
const onSale = [{ zipCode: '90210', isAvailable: true }];

const heldClaim = (change: Partial<CurrentClaim>): CurrentClaim => ({
  id: 'current',
  zipCode: '90210',
  industry: 'Mortgages',
  userId: 'bob',
  state: 'held',
  assignedBy: 'subscription',
  intentId: 'other-order',
  subscriptionId: null,
  heldUntil: later,
  version: 1,
  isOwnerDeleted: false,
  ...change,
});

const decideHold = (...claims: CurrentClaim[]) => decideHolds(user(), order, onSale, claims, now);
const taken = { taken: ['90210'] };
const hold = (rest: object) => ({ holds: [{ zipCode: '90210', claimId: null, ended: null, ...rest }] });

describe('holding a ZIP', () => {
  it('takes a free ZIP', () => {
    expect(decideHold()).toEqual(hold({ change: 'new' }));
  });

  it('refuses a ZIP of another user', () => {
    expect(decideHold(heldClaim({}))).toEqual(taken);
    expect(decideHold(heldClaim({ state: 'confirmed', heldUntil: null }))).toEqual(taken);
  });

  it('replaces an expired hold', () => {
    for (const heldUntil of [earlier, now]) {
      const over = heldClaim({ heldUntil });
      expect(decideHold(over)).toEqual(hold({ change: 'new', ended: over }));
    }
  });

  it('replaces a claim of a deleted user', () => {
    const left = heldClaim({ state: 'confirmed', heldUntil: null, isOwnerDeleted: true });
    expect(decideHold(left)).toEqual(hold({ change: 'new', ended: left }));
  });

  it('is refused for a deleted user', () => {
    const decided = decideHolds(user({ status: 'deleted' }), order, onSale, [], now);
    expect(decided).toEqual({ refused: 'user_deleted' });
  });

  it('extends a hold of a suspended user but makes none', () => {
    const suspended = user({ status: 'suspended' });
    expect(decideHolds(suspended, order, onSale, [], now)).toEqual({ refused: 'user_suspended' });
    const theirs = heldClaim({ userId: 'ada', intentId: 'new-order' });
    expect(decideHolds(suspended, order, onSale, [theirs], now)).toEqual(
      hold({ change: 'extend', claimId: 'current' }),
    );
  });

  it('returns the same for a repeated order', () => {
    const theirs = { userId: 'ada', intentId: 'new-order' };
    expect(decideHold(heldClaim(theirs))).toEqual(hold({ change: 'extend', claimId: 'current' }));
    expect(decideHold(heldClaim({ ...theirs, heldUntil: earlier }))).toEqual(
      hold({ change: 'extend', claimId: 'current' }),
    );
    const confirmed = heldClaim({ ...theirs, state: 'confirmed', heldUntil: null });
    expect(decideHold(confirmed)).toEqual(hold({ change: 'none', claimId: 'current' }));
  });

  it('moves an open hold to the newer order', () => {
    const older = heldClaim({ userId: 'ada', intentId: 'older-order' });
    expect(decideHold(older)).toEqual(hold({ change: 'extend', claimId: 'current' }));
  });

  it('returns a confirmed claim of the user, on sale or not', () => {
    const confirmed = heldClaim({ userId: 'ada', intentId: 'old', state: 'confirmed', heldUntil: null });
    const theirs = hold({ change: 'none', claimId: 'current' });
    expect(decideHold(confirmed)).toEqual(theirs);
    expect(decideHolds(user(), order, [], [confirmed], now)).toEqual(theirs);
  });

  it('refuses unknown and unavailable ZIPs', () => {
    expect(decideHolds(user(), order, [], [], now)).toEqual(taken);
    expect(decideHolds(user(), order, [{ zipCode: '90210', isAvailable: false }], [], now)).toEqual(taken);
  });

  it('refuses a ZIP that is offered to another user, whatever hold expired', () => {
    const offered = [{ zipCode: '90210', isAvailable: true, isOffered: true }];
    const expired = { heldUntil: earlier };
    const theirs = heldClaim({ ...expired, userId: 'ada', intentId: 'new-order' });
    for (const claims of [[], [heldClaim(expired)], [theirs]])
      expect(decideHolds(user(), order, offered, claims, now)).toEqual(taken);
    const confirmed = heldClaim({ userId: 'ada', state: 'confirmed', heldUntil: null });
    expect(decideHolds(user(), order, offered, [confirmed], now)).toEqual(
      hold({ change: 'none', claimId: 'current' }),
    );
  });

  it('names every ZIP that is taken', () => {
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
