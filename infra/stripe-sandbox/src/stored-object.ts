import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

export type SandboxEvent =
  | Stripe.BillingPortalSessionCreatedEvent
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CheckoutSessionExpiredEvent
  | Stripe.CustomerCreatedEvent
  | Stripe.CustomerUpdatedEvent
  | Stripe.CustomerSubscriptionCreatedEvent
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionDeletedEvent
  | Stripe.InvoiceCreatedEvent
  | Stripe.InvoiceFinalizedEvent
  | Stripe.InvoicePaidEvent
  | Stripe.InvoicePaymentFailedEvent
  | Stripe.InvoicePaymentSucceededEvent
  | Stripe.PaymentMethodAttachedEvent
  | Stripe.PaymentMethodDetachedEvent
  | Stripe.PaymentIntentCreatedEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.PaymentIntentRequiresActionEvent
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.SetupIntentCreatedEvent
  | Stripe.SetupIntentRequiresActionEvent
  | Stripe.SetupIntentSucceededEvent
  | Stripe.SetupIntentSetupFailedEvent
  | Stripe.TestHelpersTestClockReadyEvent;

export type StoredObject =
  | Stripe.Customer
  | Stripe.CustomerBalanceTransaction
  | Stripe.PaymentMethod
  | Stripe.Product
  | Stripe.Price
  | Stripe.Subscription
  | Stripe.Invoice
  | Stripe.InvoiceItem
  | Stripe.PaymentIntent
  | Stripe.SetupIntent
  | Stripe.Checkout.Session
  | Stripe.BillingPortal.Configuration
  | Stripe.BillingPortal.Session
  | Stripe.TestHelpers.TestClock
  | Stripe.WebhookEndpoint
  | SandboxEvent;

/** The `object` member of a Stripe object: its kind. */
export type ObjectName = StoredObject['object'];
export type ObjectNamed<Name extends ObjectName> = Extract<StoredObject, { object: Name }>;

/** Returns the id of an expandable reference. */
export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' || reference === null ? reference : reference.id;
}

/** An id like Stripe's: a prefix for the kind and 24 random characters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}
