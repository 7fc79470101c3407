import type { Clock } from '@closingwire/chassis/clock';
import type { Pg } from '@closingwire/chassis/pg';
import type { SessionCookies } from '@closingwire/contracts/session-cookies';
import type { BillingClient } from '../billing-client.ts';
import type { PasswordRules } from '../domain/password-strength.ts';
import type { Mails } from '../mails.ts';
import type { NeighbourFacts } from '../neighbour-facts.ts';
import type { Limits } from '../open-limits.ts';
import type { Sessions } from '../sessions.ts';

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
};
