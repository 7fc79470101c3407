import { closing } from '@closingwire/contracts/lead';
import { describe, expect, it } from 'vitest';
import { closingsOf } from './closings.ts';
import { findZip } from './market.ts';

const noon = new Date('2026-03-18T19:00:00Z');
const beverlyHills = { zipCode: '90210', city: 'Beverly Hills', state: 'CA' };
const row = closing.omit({ id: true, searchCompleted: true });

describe('closings of a ZIP', () => {
  it('have the real city and state of the ZIP', async () => {
    expect(await findZip('90210')).toEqual(beverlyHills);
    expect(await findZip('00000')).toBeUndefined();
  });

  it('are the same all day', () => {
    const evening = new Date('2026-03-19T06:00:00Z');
    expect(closingsOf(beverlyHills, evening)).toEqual(closingsOf(beverlyHills, noon));
  });

  it('repeat the days before', () => {
    const tomorrow = new Date(noon.getTime() + 24 * 3_600_000);
    const kept = closingsOf(beverlyHills, noon).filter(each => each.property.soldDate >= '2026-02-18');
    const next = closingsOf(beverlyHills, tomorrow);
    expect(next.filter(each => each.property.soldDate <= '2026-03-18')).toEqual(kept);
    expect(next.length).toBeGreaterThan(kept.length);
  });

  it('end today in the zone of the state', () => {
    const lateInHonolulu = new Date('2026-03-18T08:00:00Z');
    const honolulu = { zipCode: '96815', city: 'Honolulu', state: 'HI' };
    expect(closingsOf(honolulu, lateInHonolulu)[0]?.property.soldDate).toBe('2026-03-17');
    expect(closingsOf(beverlyHills, noon)[0]?.property.soldDate).toBe('2026-03-18');
  });

  it('often lack a price in Texas, never in California', () => {
    const houston = closingsOf({ zipCode: '77002', city: 'Houston', state: 'TX' }, noon);
    const undisclosed = houston.filter(({ property }) => property.price === null).length / houston.length;
    expect(undisclosed).toBeGreaterThan(0.4);
    expect(undisclosed).toBeLessThan(0.8);
    const disclosed = closingsOf(beverlyHills, noon).every(({ property }) => Number(property.price) > 0);
    expect(disclosed).toBe(true);
  });

  it('number twelve to forty in seven days', () => {
    for (const zipCode of ['90210', '10001', '60601', '33101', '98101']) {
      const closings = closingsOf({ ...beverlyHills, zipCode }, noon);
      const recent = closings.filter(each => each.property.soldDate > '2026-03-11');
      expect(recent.length).toBeGreaterThanOrEqual(12);
      expect(recent.length).toBeLessThanOrEqual(40);
      expect(closings.length).toBeGreaterThan(recent.length);
    }
  });

  it('are what the ingestion contract takes', () => {
    for (const closing of closingsOf(beverlyHills, noon)) expect(row.parse(closing)).toEqual(closing);
  });

  it('contain no real contact', () => {
    for (const { email, mobile, phone, ...rest } of closingsOf(beverlyHills, noon)) {
      expect(email).toMatch(/^[^@\s]+@[a-z0-9-]+\.example\.com$/);
      expect(mobile).toMatch(/^\(\d{3}\) 555-01\d\d$/);
      if (phone !== null) expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
      for (const url of [rest.websiteUrl, rest.facebookUrl, rest.linkedinUrl]) {
        if (url !== null) expect(new URL(url).hostname).toMatch(/\.example\.com$/);
      }
    }
  });
});
