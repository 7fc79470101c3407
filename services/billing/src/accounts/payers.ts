import { type Sql, sql } from '@closingwire/chassis/pg';
import type { Mode } from './rules.ts';

/**
 * Whether an account `a` is charged now, also while a charge is retried. A trial with a saved card is not yet. The only
 * definition of a payer.
 */
export const isPayer = (mode: Mode): Sql => sql`a.status <> 'deleted' and a.payment_mode = ${mode}
  and a.payment_state in ('active', 'past_due')`;

/** Whether the account `a` of a subscription `s` is charged for it. A trial with a saved card has the kind, too. */
export const isPaid = (mode: Mode): Sql => sql`s.kind = 'paid' and ${isPayer(mode)}`;
