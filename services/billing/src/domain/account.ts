import type { PaymentStanding } from './payment.ts';

/** Trial and payment standing of one person, and what billing knows of them. */
export type Account = PaymentStanding & {
  id: string;
  version: number;
  email: string;
  firstName: string;
  lastName: string;
  industry: string;
  status: 'active' | 'suspended' | 'deleted';
  trialDays: number;
  trialStartedAt: Date;
  trialExpiresAt: Date;
  /** When the ZIPs of the expired, unpaid trial are released; null until a mail has named the day. */
  releaseAt: Date | null;
  stripeCustomerId: string | null;
  /** The card on which the subscription could not be started. */
  declinedMethodId: string | null;
  portalOpenedAt: Date | null;
};

/** The active ZIPs of an account: `billable` ones cost something, `unpaid` are those of them that are on trial. */
export type ZipCounts = { billable: number; unpaid: number; granted: number };

/** What billing charges and how long it waits, from the configuration. */
export type Terms = {
  trialDays: number;
  trialZips: number;
  holdAfterTrialDays: number;
  centsPerZip: number;
  currency: string;
};
