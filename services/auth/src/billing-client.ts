import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import { billingApi } from '@closingwire/contracts/billing';

export function billingClient(url: string, identity: Identity) {
  return callInternal(billingApi, { url, token: () => identity.serviceToken('billing') });
}
export type BillingClient = Pick<ReturnType<typeof billingClient>, 'creditTrial'>;
