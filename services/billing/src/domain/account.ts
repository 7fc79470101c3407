/** Trial and payment standing of one person, and what billing knows of her. */
export type Account = {
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
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
  hasActivePayment: boolean;
  paymentFailing: boolean;
};

/** The active ZIPs of an account: those that cost something and those that an admin gave. */
export type ZipCounts = { billable: number; granted: number };
