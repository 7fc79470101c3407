import type { Stripe } from 'stripe';
import { cardDeclined, invalidRequest } from '../api-error.ts';
import { cardByLast4, cardByNumber, declineMessage, type TestCard } from '../cards.ts';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { idOf, newId } from '../stored-object.ts';

export type CardEntry = { number: string; expMonth: number; expYear: number; name?: string | undefined };

/** Returns the test card with this number; Stripe's test mode refuses every other number. */
export function requireTestCard(number: string): TestCard {
  const card = cardByNumber(number);
  if (card) return card;
  throw cardDeclined(
    'Your card was declined. Your request was in test mode, but used a non test card.',
    'test_mode_live_card',
  );
}

export function createCard(sandbox: Sandbox, entry: CardEntry): Stripe.PaymentMethod {
  const card = requireTestCard(entry.number);
  const lastMonth = new Date(Date.UTC(entry.expYear, entry.expMonth, 1));
  if (lastMonth <= sandbox.clock()) {
    throw invalidRequest("Your card's expiration year is invalid.", 'exp_year', 'invalid_expiry_year');
  }
  return sandbox.store.save<Stripe.PaymentMethod>({
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: entry.name ?? null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: entry.expMonth,
      exp_year: entry.expYear,
      fingerprint: `sandbox${card.number.slice(-4)}`,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: timeFor(sandbox, null),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

/** Attaches the card to the customer; throws if the card's bank declines. Attaching it again changes nothing. */
export function attachCard(sandbox: Sandbox, method: Stripe.PaymentMethod, customerId: string) {
  load(sandbox, 'customer', customerId, 'customer');
  if (method.customer === customerId) return method;
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  }
  const card = cardByLast4(method.card?.last4 ?? '');
  if (card?.declines === 'attach') throw cardDeclined(declineMessage(card), card.declineCode);
  const attached = sandbox.store.save({ ...method, customer: customerId });
  record(sandbox, { type: 'payment_method.attached', data: { object: attached } });
  return attached;
}

/** Detaches the card from its customer. If the card was the default, the customer has no default afterwards. */
export function detachCard(sandbox: Sandbox, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const detached = sandbox.store.save({ ...method, customer: null });
  record(sandbox, { type: 'payment_method.detached', data: { object: detached } });
  const customer = sandbox.store.find('customer', idOf(method.customer) ?? '');
  if (customer && idOf(customer.invoice_settings.default_payment_method) === method.id) {
    makeDefault(sandbox, customer.id, null);
  }
  return detached;
}

/** Makes the card the customer's default for charges; null removes the default. */
export function makeDefault(sandbox: Sandbox, customerId: string, methodId: string | null): Stripe.Customer {
  const customer = load(sandbox, 'customer', customerId, 'customer');
  const updated = sandbox.store.save({
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: methodId },
  });
  record(sandbox, { type: 'customer.updated', data: { object: updated } });
  return updated;
}
