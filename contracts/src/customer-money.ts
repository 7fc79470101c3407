import { z } from 'zod';
import { creditRefusal } from './credits.ts';
import { id, instant, stateCode, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';
import { zipRemoval } from './zip-removal.ts';

const route = routesOf('billing');

const cents = z.int();
const mode = z.enum(['test', 'live']);

const customerZip = z.object({
  zipCode,
  city: z.string(),
  state: stateCode,
  industry: z.string(),
  kind: z.enum(['trial', 'paid', 'granted']),
  claimId: id,
  createdAt: instant,
  cancelledAt: instant.nullable().describe('Null while the user has the ZIP'),
  removal: zipRemoval
    .nullable()
    .describe('What unassigning the ZIP would do; null if the user has it no longer'),
});
export type CustomerZip = z.output<typeof customerZip>;

const customerInvoice = z.object({ id: z.string(), mode, amountCents: cents, paidAt: instant });
export type CustomerInvoice = z.output<typeof customerInvoice>;

const customerCredit = z.object({
  id,
  zipCode,
  state: z.enum(['requested', 'owed', 'given', 'nothing']),
  amountCents: cents,
  reason: creditRefusal.nullable().describe('Why nothing was credited'),
  requestedAt: instant,
});
export type CustomerCredit = z.output<typeof customerCredit>;

/** The money of one user, as billing stores it; it does not ask the payment provider. */
export const customerMoney = z.object({
  trialStartedAt: instant,
  trialExpiresAt: instant,
  paymentState: z.enum(['none', 'trialing', 'active', 'past_due', 'ended']),
  hasActivePayment: z.boolean().describe('Whether a payment method can be charged'),
  stripeCustomerId: z.string().nullable(),
  amountDueCents: cents.nullable().describe('While a charge has failed'),
  nextPaymentAttemptAt: instant.nullable(),
  monthlyAmountCents: cents.describe('Price of the paid and trial ZIPs a month'),
  zips: z.array(customerZip).describe('ZIPs that the user has first, then former ones'),
  invoices: z.array(customerInvoice).describe('Paid invoices, newest first, at most 100'),
  credits: z.array(customerCredit),
  trialCredits: z.array(z.object({ id, trialDays: z.int(), creditedAt: instant })),
});
export type CustomerMoney = z.output<typeof customerMoney>;

export const customerMoneyApi = {
  customerMoney: route('admin', 'GET /api/admin/customers/{userId}/money', {
    summary: "Get a user's trial, payment, ZIPs, paid invoices and credits",
  })
    .errors(missing)
    .input(z.object({ userId: id }))
    .output(customerMoney),
};
