import type { Tx } from '@closingwire/chassis/pg';
import { claimMail } from '../db/mails.ts';
import type { UnpaidTrial } from '../db/trials.ts';
import { trialMail } from '../domain/trial-mail.ts';

/** Whether this is the first mail that says so. */
export function claimTrialMail(
  tx: Tx,
  trial: UnpaidTrial,
  now: Date,
  daysRemaining?: number,
): Promise<boolean> {
  const { accountId, email, firstName, expiresAt, zipCount, monthlyAmountCents } = trial;
  const { template, days, key } = trialMail(expiresAt, now, daysRemaining);
  return claimMail(tx, template, {
    to: email,
    key,
    userId: accountId,
    data: { firstName, daysRemaining: days, zipCount, monthlyAmountCents },
  });
}
