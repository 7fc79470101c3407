import { describe, expect, test } from 'vitest';
import { adminIndustries, claimIndustryOf, countingAs, signupIndustries } from './reference.ts';

describe('the industry that counts for a claim', () => {
  test('is the industry itself for the seven sign-up industries', () => {
    expect(signupIndustries).toHaveLength(7);
    expect(signupIndustries.map(claimIndustryOf)).toEqual([...signupIndustries]);
  });

  test("is a sign-up industry for four of the admins' thirteen labels", () => {
    expect(adminIndustries).toHaveLength(13);
    const counted = adminIndustries.map(label => [label, claimIndustryOf(label)] as const);
    const signup: readonly string[] = signupIndustries;
    expect(counted.filter(([, industry]) => signup.includes(industry))).toEqual([
      ['Mortgage Brokerage', 'Mortgages'],
      ['Real Estate Brokerage', 'Brokerage or Team'],
      ['Home Services', 'Home Services'],
      ['Marketing/Advertising', 'Marketing Agency'],
    ]);
    for (const [label, industry] of counted.filter(([, it]) => !signup.includes(it))) {
      expect(industry).toBe(label);
    }
  });

  test('lists every label that counts as it', () => {
    expect(countingAs('Mortgages')).toEqual(['Mortgages', 'Mortgage Brokerage']);
    expect(countingAs('Home Services')).toEqual(['Home Services']);
    expect(countingAs('Title & Escrow')).toEqual(['Title & Escrow']);
  });

  test('is the label itself if it is unknown', () => {
    expect([claimIndustryOf(''), claimIndustryOf('constructor')]).toEqual(['', 'constructor']);
  });
});
