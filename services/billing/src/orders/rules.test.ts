import { describe, expect, test } from 'vitest';
import { asLocked } from '../../test/as-locked.ts';
import { addDays, type LockedAccount, type OwnZip } from '../accounts/rules.ts';
import {
  correctionOf,
  decideCharge,
  decideConversion,
  fitsTrial,
  isOutdated,
  isSameRequest,
  neededZipCodes,
  type Order,
  quotedZips,
  quoteOf,
  zipCodesToBill,
} from './rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T12:00:01Z');

const order: Order = {
  id: 'order',
  accountId: 'account',
  purpose: 'zips',
  zipCodes: ['10001', '10002'],
  state: 'open',
  claims: [],
  billedZipCodes: null,
  failure: null,
  firstPass: null,
  checkoutMode: null,
  checkoutSessionId: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
  createdAt: now,
};
const owning = (...zips: OwnZip[]) => asLocked({ zips }) as unknown as LockedAccount;
const trialZip = (zipCode: string): OwnZip => ({ zipCode, kind: 'trial' });
const paidZip = (zipCode: string): OwnZip => ({ zipCode, kind: 'paid' });
const account = owning(trialZip('20001'), paidZip('20002'), { zipCode: '20003', kind: 'granted' });
const checkout: Order = {
  ...order,
  state: 'checkout',
  billedZipCodes: ['20002', '20001', '10001', '10002'],
  checkoutExpiresAt: later,
};
const request = { purpose: 'zips', zipCodes: ['10002', '10001'] } as const;

test('a repeated request means the open order', () => {
  expect(isSameRequest(order, request, account, now)).toBe(true);
});

test('a repeated request means the payable checkout', () => {
  expect(isSameRequest(checkout, request, account, now)).toBe(true);
});

test.each<[string, Order]>([
  ['is over', { ...checkout, checkoutExpiresAt: now }],
  ['has no end', { ...checkout, checkoutExpiresAt: null }],
  ['asks for fewer ZIPs', { ...checkout, billedZipCodes: ['20001', '10001', '10002'] }],
  ['asks for as many, but others', { ...checkout, billedZipCodes: ['20001', '20009', '10001', '10002'] }],
])('a repeated request does not mean a checkout that %s', (_what, other) => {
  expect(isSameRequest(other, request, account, now)).toBe(false);
});

test.each(['done', 'dropped'] as const)('a repeated request does not mean an order that is %s', state => {
  expect(isSameRequest({ ...checkout, state }, request, account, now)).toBe(false);
});

test('other ZIPs or another purpose make another order', () => {
  expect(isSameRequest(order, { ...request, zipCodes: ['10001'] }, account, now)).toBe(false);
  expect(isSameRequest(order, { ...request, zipCodes: ['100011', '0002'] }, account, now)).toBe(false);
  expect(isSameRequest(order, { ...request, purpose: 'conversion' }, account, now)).toBe(false);
});

test('ZIPs of the account are not ordered again', () => {
  const owner = owning(trialZip('10001'), { zipCode: '20003', kind: 'granted' });
  expect([...neededZipCodes(order, owner)]).toEqual(['10002']);
  expect([...zipCodesToBill(order, owner)]).toEqual(['10001', '10002']);
  expect([...zipCodesToBill({ zipCodes: ['20003'] }, owner)]).toEqual(['10001']);
});

test('a trial counts different ZIPs', () => {
  const owner = owning(trialZip('10001'), trialZip('30001'), paidZip('30002'));
  expect(fitsTrial(order, owner, { trialZips: 3 })).toBe(true);
  expect(fitsTrial(order, owner, { trialZips: 2 })).toBe(false);
  const full = owning(trialZip('10001'), trialZip('10002'), trialZip('30001'));
  expect(fitsTrial(order, full, { trialZips: 3 })).toBe(true);
});

test('an order is outdated after an hour, unless it was charged', () => {
  const hourLater = new Date(now.getTime() + 3_600_000);
  const stillLater = new Date(hourLater.getTime() + 1);
  const asked = { ...order, billedZipCodes: ['10001', '10002', '20001', '20002'] };
  expect(isOutdated(order, account, 0, hourLater)).toBe(false);
  expect(isOutdated(order, account, 4, stillLater)).toBe(true);
  expect(isOutdated(asked, account, 3, stillLater)).toBe(true);
  expect(isOutdated(asked, account, 4, stillLater)).toBe(false);
});

const terms = {
  trialDays: 14,
  trialZips: 25,
  releaseAfterTrialDays: 14,
  centsPerZip: 1_500,
  currency: 'usd',
};

test('ZIPs are listed new, then on trial, then paid', () => {
  const own = [
    { zipCode: '10003', kind: 'paid' },
    { zipCode: '10004', kind: 'granted' },
    { zipCode: '10002', kind: 'trial' },
  ] as const;
  expect(quotedZips(['10009', '10001', '10009', '10003', '10004'], own, terms)).toEqual([
    { zipCode: '10001', standing: 'new', monthlyCents: 1_500 },
    { zipCode: '10009', standing: 'new', monthlyCents: 1_500 },
    { zipCode: '10002', standing: 'trial', monthlyCents: 1_500 },
    { zipCode: '10003', standing: 'paid', monthlyCents: 1_500 },
  ]);
});

const zips = quotedZips(['10001', '10002'], [], terms);
const due = { dueTodayCents: 700, firstChargeAt: now };

test.each([
  [{ kind: 'trial' }, 'trial'],
  [{ kind: 'raise', stripeSubscriptionId: 'sub' }, 'card'],
  [{ kind: 'subscribe', trialEnd: null }, 'card'],
  [{ kind: 'checkout', mode: 'subscription', trialEnd: null }, 'checkout'],
] as const)('a charge of kind %j is shown as %s', (charge, way) => {
  const over = { trialExpiresAt: now, endsAt: new Date('2026-03-09T12:00:00Z') };
  expect(quoteOf(over, terms, charge, { zips, due }, now)).toEqual({
    way,
    zips,
    centsPerZip: 1_500,
    dueTodayCents: 700,
    monthlyCents: 3_000,
    firstChargeAt: '2026-03-01T12:00:00.000Z',
    endsAt: '2026-03-09T12:00:00.000Z',
    freeDays: 0,
    mostTrialZips: 25,
  });
});

test('a running trial has free days and perhaps no charge', () => {
  const running = { trialExpiresAt: new Date('2026-03-03T13:00:00Z'), endsAt: null };
  const free = { zips, due: { dueTodayCents: 0, firstChargeAt: null } };
  expect(quoteOf(running, terms, { kind: 'trial' }, free, now)).toMatchObject({
    freeDays: 3,
    firstChargeAt: null,
    dueTodayCents: 0,
  });
});

const trialExpiresAt = addDays(now, 5);
const billed = { status: 'trialing', quantity: 2, centsPerZip: 1_500, trialEnd: trialExpiresAt };
const two = [trialZip('10001'), paidZip('10002'), { zipCode: '10003', kind: 'granted' } as const];
const correction = (changes: object = {}, account: { zips?: OwnZip[]; trialExpiresAt?: Date } = {}) =>
  correctionOf(
    { ...billed, ...changes },
    asLocked({ zips: two, trialExpiresAt, ...account }),
    { centsPerZip: 1_500 },
    now,
  );
const unchanged = { kind: 'change', quantity: 2, isResized: false, isRepriced: false, trialEnd: null };

describe('correctionOf', () => {
  test('changes nothing that is right', () => {
    expect(correction()).toEqual({ kind: 'none' });
  });

  test('ends a subscription without ZIPs', () => {
    expect(correction({}, { zips: [{ zipCode: '10003', kind: 'granted' }] })).toEqual({ kind: 'cancel' });
  });

  test('corrects the number of ZIPs', () => {
    expect(correction({ quantity: 3 })).toEqual({ ...unchanged, isResized: true });
  });

  test('changes to the configured price', () => {
    expect(correction({ centsPerZip: 1_200 })).toEqual({ ...unchanged, isRepriced: true });
  });

  test('moves the first charge with the trial', () => {
    const moved = addDays(now, 30);
    expect(correction({}, { trialExpiresAt: moved })).toEqual({ ...unchanged, trialEnd: moved });
  });

  test('charges now when the trial was cut short', () => {
    expect(correction({}, { trialExpiresAt: now })).toEqual({ ...unchanged, trialEnd: 'now' });
  });

  test('ignores differences of seconds', () => {
    expect(correction({ trialEnd: new Date(trialExpiresAt.getTime() + 60_000) })).toEqual({ kind: 'none' });
  });

  test('gives a paid subscription no trial', () => {
    expect(correction({ status: 'active', trialEnd: addDays(now, -3) })).toEqual({ kind: 'none' });
  });
});

const running = asLocked({
  hasActivePayment: false,
  stripeSubscriptionId: null as string | null,
  trialExpiresAt: addDays(now, 5),
});
const over = { ...running, trialExpiresAt: addDays(now, -1) };

describe('decideCharge', () => {
  test('a running trial is free', () => {
    expect(decideCharge(running, now)).toEqual({ kind: 'trial' });
  });

  test('a trial that is over leads to checkout', () => {
    expect(decideCharge(over, now)).toEqual({ kind: 'checkout', trialEnd: null, mode: 'subscription' });
  });

  test('an order raises the live subscription', () => {
    const paying = { ...over, hasActivePayment: true, stripeSubscriptionId: 'sub_1' };
    expect(decideCharge(paying, now)).toEqual({ kind: 'raise', stripeSubscriptionId: 'sub_1' });
  });

  test('a card on file starts a subscription', () => {
    expect(decideCharge({ ...over, hasActivePayment: true }, now)).toEqual({
      kind: 'subscribe',
      trialEnd: null,
    });
  });

  test('a card on file keeps the rest of the trial', () => {
    const early = { ...running, hasActivePayment: true };
    expect(decideCharge(early, now)).toEqual({ kind: 'subscribe', trialEnd: running.trialExpiresAt });
  });
});

describe('decideConversion', () => {
  test('a long rest of the trial stays free', () => {
    const trialEnd = running.trialExpiresAt;
    expect(decideConversion(running, now)).toEqual({ kind: 'checkout', trialEnd, mode: 'subscription' });
  });

  test('a rest under two days stays free too', () => {
    const trialEnd = addDays(now, 2);
    const ending = { ...running, trialExpiresAt: trialEnd };
    expect(decideConversion(ending, now)).toEqual({ kind: 'checkout', trialEnd, mode: 'setup' });
  });

  test('a trial that is over is charged at once', () => {
    expect(decideConversion(over, now)).toEqual({ kind: 'checkout', trialEnd: null, mode: 'subscription' });
  });

  test('a card on file needs no checkout', () => {
    expect(decideConversion({ ...over, hasActivePayment: true }, now)).toEqual({
      kind: 'subscribe',
      trialEnd: null,
    });
  });
});
