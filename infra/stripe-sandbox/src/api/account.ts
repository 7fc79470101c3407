import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable } from '../form-params.ts';
import { endpoint } from './endpoint.ts';

/** Both modes are of one account. */
const account: Stripe.Account = {
  id: 'acct_sandbox',
  object: 'account',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  type: 'standard',
};

export const accountEndpoints = [endpoint('get /v1/account', z.strictObject(expandable), () => account)];
