import type { Billing } from '../billing.ts';
import { findAccount, keepCustomerId } from '../db/accounts.ts';
import type { Account } from '../domain/account.ts';
import { askStripe } from './ask-stripe.ts';

/** The account's customer at the provider, made on first need. */
export async function customerOf({ pg, stripe }: Billing, account: Account): Promise<string> {
  if (account.stripeCustomerId !== null) return account.stripeCustomerId;
  const customer = await askStripe(stripe, client =>
    client.customers.create(
      { email: account.email, name: fullName(account), metadata: { accountId: account.id } },
      // The details may have changed since a call that died halfway: then this is another intent.
      { idempotencyKey: `customer:${account.id}:${account.version}` },
    ),
  );
  await keepCustomerId(pg, account.id, customer.id);
  const kept = await findAccount(pg, account.id);
  return kept?.stripeCustomerId ?? customer.id;
}

const fullName = ({ firstName, lastName }: Account) => `${firstName} ${lastName}`.trim();
