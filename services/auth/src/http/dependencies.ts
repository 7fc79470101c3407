import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { SessionCookies } from '@closingwire/contracts/session-cookies';
import type { BillingClient } from '../billing-client.ts';
import type { PasswordRules } from '../credentials/password-strength.ts';
import type { NeighbourFacts } from '../export/neighbour-facts.ts';
import type { Limits } from '../limits.ts';
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
