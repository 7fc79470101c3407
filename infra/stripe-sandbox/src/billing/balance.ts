import type { Stripe } from 'stripe';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';

type Change = {
  /** In cents; below 0 is a credit. */
  amount: number;
  type: Stripe.CustomerBalanceTransaction.Type;
  description?: string | undefined;
  metadata?: Record<string, string>;
  invoice?: string;
};

/** Changes a customer's balance and stores the change. The next invoice uses a credit. */
export function changeBalance(
  sandbox: Sandbox,
  customerId: string,
  { amount, type, description, metadata = {}, invoice }: Change,
): Stripe.CustomerBalanceTransaction {
  const customer = load(sandbox, 'customer', customerId, 'customer');
  const balance = customer.balance + amount;
  const object = sandbox.store.save<Stripe.Customer>({ ...customer, balance });
  const transaction = sandbox.store.save<Stripe.CustomerBalanceTransaction>({
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: timeFor(sandbox, customerId),
    credit_note: null,
    currency: 'usd',
    customer: customerId,
    customer_account: null,
    description: description ?? null,
    ending_balance: balance,
    invoice: invoice ?? null,
    livemode: false,
    metadata,
    type,
  });
  record(sandbox, { type: 'customer.updated', data: { object } });
  return transaction;
}
