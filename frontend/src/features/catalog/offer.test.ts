import type { Quote } from '@closingwire/contracts/billing';
import type { AccountStanding } from '@closingwire/contracts/screen-api';
import { describe, expect, it } from 'vitest';
import { offerOf, priceText, purchaseLabel } from './offer.ts';
import { addZip, type OrderItem } from './order.ts';

const now = new Date('2026-11-25T12:00:00Z');

const order = (...codes: string[]) =>
  codes.reduce<readonly OrderItem[]>(
    (items, zipCode) => addZip(items, { id: zipCode, zipCode, city: 'Town', state: 'CA' }),
    [],
  );

const zips = (standing: 'new' | 'trial' | 'paid', ...codes: string[]) =>
  codes.map(zipCode => ({ zipCode, standing, monthlyCents: 1500 }));

const quote: Quote = {
  way: 'card',
  zips: [...zips('new', '90001'), ...zips('paid', '90002', '90003', '90004', '90005', '90006')],
  centsPerZip: 1500,
  dueTodayCents: 700,
  monthlyCents: 9000,
  firstChargeAt: '2026-12-10T00:00:00Z',
  endsAt: null,
  freeDays: 0,
  mostTrialZips: 25,
};

const onTrial: Quote = {
  ...quote,
  zips: zips('new', '90001'),
  dueTodayCents: 0,
  monthlyCents: 1500,
  firstChargeAt: '2026-12-09T12:00:00Z',
  freeDays: 14,
};

const standing = { trialExpiresAt: '2026-12-09T12:00:00Z' } as AccountStanding;

type Known = Parameters<typeof offerOf>[0];

const offer = (known: Partial<Known>) =>
  offerOf({
    items: order('90001'),
    quote: undefined,
    isStale: false,
    standing: undefined,
    subscribed: undefined,
    publicCents: 1500,
    now,
    ...known,
  });

describe('the button', () => {
  it('names the sum of this order, not of the account', () => {
    expect(purchaseLabel(offer({ quote }))).toBe('Purchase Now - $15/month');
  });

  it('starts the trial, with a card on file, too', () => {
    expect(purchaseLabel(offer({ quote: onTrial }))).toBe('Start Trial');
    expect(purchaseLabel(offer({ quote: { ...onTrial, way: 'trial', firstChargeAt: null } }))).toBe(
      'Start Trial',
    );
  });

  it('names no sum for an empty order', () => {
    const empty = { ...quote, zips: zips('trial', '90002') };
    expect(purchaseLabel(offer({ items: [], quote: empty }))).toBe('Purchase Now');
    expect(purchaseLabel(offer({ items: [], quote, isStale: true }))).toBe('Purchase Now');
  });

  it('names no sum for subscribed ZIPs', () => {
    const owned = { ...quote, zips: zips('paid', '90001') };
    expect(offer({ quote: owned }).added).toBe(0);
    expect(purchaseLabel(offer({ quote: owned }))).toBe('Purchase Now');
  });

  it('counts a ZIP that the quote does not yet include', () => {
    const items = order('90001', '90009', '90002');
    expect(purchaseLabel(offer({ items, quote, isStale: true }))).toBe('Purchase Now - $30/month');
  });

  it('omits granted ZIPs', () => {
    const items = order('90001', '90009');
    const known = { items, quote, isStale: true, subscribed: new Set(['90009']) };
    expect(purchaseLabel(offer(known))).toBe('Purchase Now - $15/month');
  });
});

describe('without a quote', () => {
  const subscribed = new Set(['90002']);
  const over = { ...standing, trialExpiresAt: '2026-11-01T00:00:00Z' };

  it('the account decides whether the order is free', () => {
    expect(purchaseLabel(offer({ standing }))).toBe('Start Trial');
    expect(priceText(offer({ standing, subscribed }), 1)).toBe('FREE for 14 days');
  });

  it('the sum is the public price for each new ZIP', () => {
    const items = order('90001', '90002', '90003');
    expect(purchaseLabel(offer({ items, standing: over, subscribed }))).toBe('Purchase Now - $30/month');
  });

  it("the offer is unknown until the user's ZIPs load", () => {
    expect(purchaseLabel(offer({ standing: over }))).toBe('Purchase Now');
  });

  it('the offer is unknown until the account loads', () => {
    expect(purchaseLabel(offer({ subscribed }))).toBe('Purchase Now');
    expect(priceText(offer({ subscribed }), 1)).toBe('');
  });
});

describe('a price', () => {
  it('is free for the remaining days of the trial', () => {
    expect(priceText(offer({ quote: onTrial }), 1)).toBe('FREE for 14 days');
  });

  it('is per month outside a trial', () => {
    expect(priceText(offer({ quote }), 1)).toBe('$15/month');
    expect(priceText(offer({ quote: { ...quote, centsPerZip: 1950 } }), 2)).toBe('$39/month');
  });
});
