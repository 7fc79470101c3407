import { sql } from '@closingwire/chassis/pg';
import type { ModeSwitch } from '@closingwire/contracts/billing';
import { isPaid, isPayer } from '../accounts/payers.ts';
import type { Billing } from '../billing.ts';
import { storedMode } from '../replicas.ts';

type Counts = Omit<ModeSwitch, 'from' | 'to' | 'hasKeys' | 'holdDays'>;

/**
 * Returns how many users and paid ZIPs a switch to the other payment mode affects. Reads only billing's tables, not
 * the provider.
 */
export async function describeModeSwitch({ pg, stripe, terms }: Billing): Promise<ModeSwitch> {
  const mode = await storedMode(pg);
  const to = mode === 'test' ? 'live' : 'test';
  const counts = await pg.one<Counts>(sql`
    select (select count(*) from accounts a where ${isPayer(mode)}) as "payingUsers",
      (select count(*) from subscriptions s join accounts a on a.id = s.account_id
       where s.cancelled_at is null and ${isPaid(mode)}) as "paidZips",
      (select count(*) from accounts a where a.status <> 'deleted' and a.payment_mode = ${mode}
         and a.payment_state = 'trialing') as "trialUsers",
      (select count(*) from other_mode_payments o join accounts a on a.id = o.account_id
       where a.status <> 'deleted' and o.payment_mode = ${to} and o.stripe_subscription_id is not null)
        as "returningUsers"`);
  return { from: mode, to, hasKeys: stripe.hasKeys(to), holdDays: terms.releaseAfterTrialDays, ...counts };
}
