import { AppError } from '@closingwire/chassis/app-error';
import type { AccountStanding } from '@closingwire/contracts/billing';
import type { Billing } from '../billing.ts';
import { countZips, lockAccount, setTrial } from '../db/accounts.ts';
import { isNewCredit } from '../db/trial-credits.ts';
import { standingOf } from '../domain/standing.ts';
import { addDays } from '../domain/trial.ts';
import { addMatchSubscription } from '../jobs.ts';
import { announceAccount } from './announce.ts';

export type TrialCredit = { accountId: string; creditId: string; trialDays: number };

/** Lets the trial end so many days from now. A credit given before changes nothing. */
export function creditTrial(billing: Billing, credit: TrialCredit): Promise<AccountStanding> {
  const now = billing.clock();
  return billing.pg.transaction(async tx => {
    const account = await lockAccount(tx, credit.accountId);
    if (!account) throw new AppError('missing', 'account_unknown', 'This person has no account yet');
    const zips = await countZips(tx, account.id);
    if (!(await isNewCredit(tx, credit, now))) return standingOf(account, zips, billing.terms, now);
    const trialExpiresAt = addDays(now, credit.trialDays);
    await setTrial(tx, account.id, credit.trialDays, trialExpiresAt);
    await announceAccount(tx, account.id, billing.terms.centsPerZip, ['standing-changed']);
    await addMatchSubscription(tx, account.id);
    const credited = { ...account, trialDays: credit.trialDays, trialExpiresAt, releaseAt: null };
    return standingOf(credited, zips, billing.terms, now);
  });
}
