import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { billingApi } from '@closingwire/contracts/billing';
import type { SessionCookies } from '@closingwire/contracts/session-cookies';
import type { PasswordRules } from '../credentials/passwords.ts';
import type { NeighbourFacts } from '../export/export.ts';
import type { Limits } from '../flows/limits.ts';
import type { Mails } from '../mails/mails.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** What the routes work with. */
export type Dependencies = {
  pg: Pg;
  clock: Clock;
  sessions: Sessions;
  mails: Mails;
  cookies: SessionCookies;
  billing: BillingClient;
  limits: Limits;
  neighbourFacts: NeighbourFacts;
  passwordRules: PasswordRules;
  hidesAccounts: boolean;
};

export function billingClient(url: string, identity: Identity) {
  return callInternal(billingApi, { url, token: () => identity.serviceToken('billing') });
}
type BillingClient = Pick<ReturnType<typeof billingClient>, 'creditTrial'>;
