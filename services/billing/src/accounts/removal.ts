import type { ZipRemoval } from '@closingwire/contracts/zip-removal';
import { monthlyCents } from '../price.ts';
import type { SubscriptionKind } from './own-zips.ts';
import { type Account, billableZipCodes, type OwnZip, type Price } from './rules.ts';

type Paying = Pick<Account, 'paymentState' | 'trialExpiresAt'>;
type Taken = { zipCode: string; kind: SubscriptionKind };

const effects: Record<Account['paymentState'], 'not-paying' | 'before-first-charge' | 'charged'> = {
  none: 'not-paying',
  ended: 'not-paying',
  trialing: 'before-first-charge',
  active: 'charged',
  past_due: 'charged',
};

/** Returns what taking a ZIP from an account does to its charges, as the next pass corrects them (`correctionOf`). */
export function removalOf(
  { paymentState, trialExpiresAt }: Paying,
  zips: readonly OwnZip[],
  { zipCode, kind }: Taken,
  { centsPerZip }: Price,
): ZipRemoval {
  const { size: zipCount } = billableZipCodes(zips.filter(zip => zip.zipCode !== zipCode));
  const left = { monthlyCents: monthlyCents({ zipCount, centsPerZip }), chargedFrom: null };
  if (kind === 'granted') return { effect: 'free', ...left };
  const effect = effects[paymentState];
  if (effect === 'charged') return { ...left, effect: zipCount === 0 ? 'ended' : 'reduced' };
  if (effect === 'not-paying') return { ...left, effect };
  return { ...left, effect, chargedFrom: zipCount === 0 ? null : trialExpiresAt.toISOString() };
}
