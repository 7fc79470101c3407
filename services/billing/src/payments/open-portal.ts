import type { Billing } from '../billing.ts';
import { notePortalVisit } from '../db/accounts.ts';
import type { Account } from '../domain/account.ts';
import { askStripe } from './ask-stripe.ts';
import { customerOf } from './customer.ts';

/** A link to the provider's page for subscriptions, card and invoices. */
export async function openPortal(billing: Billing, account: Account): Promise<{ url: string }> {
  const customer = await customerOf(billing, account);
  const { url } = await askStripe(billing.stripe, client =>
    client.billingPortal.sessions.create({ customer, return_url: `${billing.publicUrl}/subscriptions` }),
  );
  await notePortalVisit(billing.pg, account.id, billing.clock());
  return { url };
}
