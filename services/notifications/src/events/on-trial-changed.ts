import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import type { Tx } from '@closingwire/chassis/pg';
import {
  type AccountState,
  standingChanged,
  trialExpired,
  trialExpiring,
  trialStarted,
} from '@closingwire/contracts/billing';
import { keepTrial, remindableTrialOf } from '../db/trials.ts';
import { recipientOf } from '../db/users.ts';
import { claimTrialMail } from './claim-trial-mail.ts';

export const onTrialStarted = on(trialStarted, ({ data }, tx) => keepTrial(tx, data));
export const onStandingChanged = on(standingChanged, ({ data }, tx) => keepTrial(tx, data));

export const onTrialExpiring = (clock: Clock) =>
  on(trialExpiring, ({ data }, tx) => remind(tx, data, clock(), data.daysRemaining));

export const onTrialExpired = (clock: Clock) => on(trialExpired, ({ data }, tx) => remind(tx, data, clock()));

/** Says nothing of an end that has moved since, or to those who have paid since. */
async function remind(tx: Tx, account: AccountState, now: Date, daysRemaining?: number): Promise<void> {
  await keepTrial(tx, account);
  await recipientOf(tx, account.id);
  const trial = await remindableTrialOf(tx, account.id);
  if (trial?.expiresAt.getTime() !== Date.parse(account.trialExpiresAt)) return;
  await claimTrialMail(tx, trial, now, daysRemaining);
}
