import type { BillingOverview } from '@closingwire/contracts/billing';
import { ownZips } from '../accounts/own-zips.ts';
import { type Account, billableZipCodes, standingOf } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { monthlyCents } from '../price.ts';
import { readProvider } from './provider.ts';

/** Returns the user's bill. A provider that does not answer makes its part null, and the books are still shown. */
export async function billingOverview(billing: Billing, account: Account): Promise<BillingOverview> {
  const { pg, terms, clock } = billing;
  const [zips, reading] = await Promise.all([ownZips(pg, account.id), readProvider(billing, account)]);
  const zipCount = billableZipCodes(zips).size;
  const centsPerZip = reading?.centsPerZip ?? terms.centsPerZip;
  return {
    standing: standingOf(account, zips, terms, clock()),
    zipCount,
    centsPerZip,
    monthlyCents: monthlyCents({ zipCount, centsPerZip }),
    provider: reading?.shown ?? null,
  };
}
