import { z } from 'zod';
import { defineEvent } from './event.ts';
import { id, instant, zipCode } from './primitive.ts';

/**
 * Why nothing is credited:
 * - `trial`: the ZIP is on trial, or the first charge is not due yet
 * - `granted`: an admin gave the ZIP, free of charge
 * - `unpaid`: the charge of this month failed
 * - `not-subscribed`: the user did not have the ZIP this month
 * - `credited-before`: the month of this ZIP is credited
 * - `account-closed`: the account is deleted
 * - `customer-gone`: the payment provider no longer has the customer
 */
export const creditRefusal = z.enum([
  'trial',
  'granted',
  'unpaid',
  'not-subscribed',
  'credited-before',
  'account-closed',
  'customer-gone',
]);
export type CreditRefusal = z.output<typeof creditRefusal>;

/** A decided credit for a month of a ZIP, with the whole state. */
export const zipCreditDecided = defineEvent('zip-credit.decided', {
  by: 'billing',
  summary: "A user's month of a ZIP was credited at the payment provider, or there was nothing to credit",
  data: z.object({
    id,
    version: z.int(),
    accountId: id,
    zipCode,
    amountCents: z.int().min(0),
    reason: creditRefusal.nullable(),
    decidedAt: instant,
  }),
  key: credit => credit.id,
});
