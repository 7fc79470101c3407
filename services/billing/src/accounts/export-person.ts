import type { ExportedFacts } from '@closingwire/contracts/person-facts';
import type { Billing } from '../billing.ts';
import { findAccount } from '../db/accounts.ts';
import { personFacts } from '../db/person-facts.ts';
import { chargesOf } from '../payments/charges.ts';

/** All about one person's money: what we noted, and what the provider charged her. */
export async function exportPerson(billing: Billing, userId: string): Promise<ExportedFacts> {
  const account = await findAccount(billing.pg, userId);
  const customerId = account?.stripeCustomerId ?? null;
  const charges = customerId === null ? [] : await chargesOf(billing.stripe, customerId);
  return { ...(await personFacts(billing.pg, userId)), charges };
}
