import { z } from 'zod';
import type { Access } from './access.ts';

/**
 * The body of every reply that is not 2xx (RFC 9457). `message` repeats `detail`, because screens
 * show it; `code` is stable and for programs. Some failures add members of their own.
 */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
});
export type Problem = z.output<typeof problem>;

/** What is wrong with one field of the input; `path` is dotted, '' is the whole. */
export const inputIssue = z.object({ path: z.string(), message: z.string() });

/** The members that a 402 adds at its top level. `monthlyAmount` in USD. */
export const paymentRequired = z.object({
  trialExpired: z.boolean(),
  requiresPayment: z.boolean(),
  zipCount: z.int(),
  monthlyAmount: z.number(),
});
export type PaymentRequired = z.output<typeof paymentRequired>;

const invalid = {
  invalid_input: { status: 400, message: 'Invalid input', data: z.object({ issues: z.array(inputIssue) }) },
};
const unauthenticated = { unauthenticated: { status: 401, message: 'No token provided' } };
const unpaid = { payment_required: { status: 402, message: 'Payment required', data: paymentRequired } };
/** For routes that name a thing which may not exist. */
export const missing = { not_found: { status: 404, message: 'Not found' } };
const suspended = { account_suspended: { status: 403, message: 'This account is suspended' } };

const signedIn = new Set<Access>(['user', 'subscriber', 'admin']);

/** The failures that a route can answer because of who may call it; the gateway knows its own, of every route. */
export function failuresFor(access: Access) {
  return {
    ...invalid,
    ...(access === 'public' ? {} : unauthenticated),
    ...(access === 'subscriber' || access === 'partner' ? unpaid : {}),
    ...(access === 'admin' ? missing : {}),
    ...(signedIn.has(access) ? suspended : {}),
  };
}
