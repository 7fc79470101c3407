import { describe, expect, it } from 'vitest';
import type { Claim } from './claim.ts';
import { decideConfirmation, endsClaim } from './confirmation.ts';

const now = new Date('2026-03-18T12:00:00Z');
const later = new Date('2026-03-18T12:10:00Z');
const earlier = new Date('2026-03-18T11:59:00Z');
const subscription = { id: 'subscription', claimId: 'claim', accountId: 'her' };

const claim = (change: Partial<Claim>): Claim => ({
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
  ...change,
});
const decide = (standing?: Claim) => decideConfirmation(subscription, standing, now);

describe('confirming a claim', () => {
  it('makes a hold hers, even one that ran out', () => {
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
    const ended = { outcome: 'assign', ended: 'other' };
    expect(decide(claim({ id: 'other' }))).toEqual(ended);
    expect(decide(claim({ id: 'other', userId: 'him', heldUntil: earlier }))).toEqual(ended);
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
