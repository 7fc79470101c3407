import { on } from '@closingwire/chassis/consume';
import type { Queries } from '@closingwire/chassis/pg';
import {
  type AccountState,
  standingChanged,
  trialExpired,
  trialExpiring,
  trialStarted,
} from '@closingwire/contracts/billing';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import { saveChange } from './publish-user.ts';
import { changePreferences } from './rules.ts';
import { lockUser } from './store.ts';
import { isActivated } from './user.ts';

/** Stores what billing publishes of a user who is here; an older state than the kept one changes nothing. */
async function keepAccountCopy(pg: Queries, state: AccountState): Promise<void> {
  await pg.query(
    `insert into account_copies as kept
       (user_id, version, trial_days, trial_expires_at, has_active_payment, stripe_customer_id)
     select id, $2, $3, $4, $5, $6 from users where id = $1
     on conflict (user_id) do update set version = excluded.version, trial_days = excluded.trial_days,
       trial_expires_at = excluded.trial_expires_at, has_active_payment = excluded.has_active_payment,
       stripe_customer_id = excluded.stripe_customer_id
     where kept.version < excluded.version`,
    [
      state.id,
      state.version,
      state.trialDays,
      state.trialExpiresAt,
      state.hasActivePayment,
      state.stripeCustomerId,
    ],
  );
}

/** Four events have the same content: billing's newest state of an account. */
export const onAccountState = [trialStarted, trialExpiring, trialExpired, standingChanged].map(event =>
  on(event, ({ data }, tx) => keepAccountCopy(tx, data)),
);

/** Shows in the settings what the unsubscribe link of a mail did. */
export const onNoticesDeclined = on(noticesDeclined, async ({ data: { id } }, tx) => {
  const user = await lockUser(tx, id);
  if (!user || !isActivated(user) || !user.emailNotifications) return;
  await saveChange(tx, id, changePreferences({ emailNotifications: false }));
});
