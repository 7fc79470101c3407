import { on } from '@closingwire/chassis/consume';
import { replica } from '@closingwire/chassis/replica';
import { type AccountState, standingEvents } from '@closingwire/contracts/billing';

/** Billing's accounts: what the product's screens show of a user's trial and payment. */
const accounts = replica('account_copies', {
  key: 'user_id',
  row: (account: AccountState) => ({
    user_id: account.id,
    version: account.version,
    trial_days: account.trialDays,
    trial_expires_at: account.trialExpiresAt,
    has_active_payment: account.hasActivePayment,
    stripe_customer_id: account.stripeCustomerId,
  }),
});

/** An event may come when its user was deleted: nothing of them is stored then. */
export const onAccountState = standingEvents.map(event =>
  on(event, async ({ data }, tx) => {
    const user = await tx.maybe('select 1 from users where id = $1 for key share', [data.id]);
    if (user) await accounts.upsertIfNewer(tx, data);
  }),
);
