import { on } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import {
  type AccountState,
  trialHoldEnded as holdEnded,
  trialHoldEnding as holdEnding,
} from '@closingwire/contracts/billing';
import { claimMail } from '../db/mails.ts';
import { keepTrial, type UnpaidTrial, unpaidTrialOf } from '../db/trials.ts';
import { recipientOf } from '../db/users.ts';
import { trialHoldEnded } from '../mails/trial-hold-ended.ts';
import { trialHoldEnding } from '../mails/trial-hold-ending.ts';

/** Whose trial it is, unless they paid since, or want no such mails. */
async function holderOf(tx: Tx, account: AccountState): Promise<UnpaidTrial | undefined> {
  await keepTrial(tx, account);
  await recipientOf(tx, account.id);
  const trial = await unpaidTrialOf(tx, account.id);
  const isSame = trial?.expiresAt.getTime() === Date.parse(account.trialExpiresAt);
  return isSame ? trial : undefined;
}

export const onTrialHoldEnding = on(holdEnding, async ({ data }, tx) => {
  const holder = await holderOf(tx, data);
  if (!holder) return;
  const { email: to, firstName, accountId: userId } = holder;
  const { releaseAt, zipCodes, monthlyAmountCents } = data;
  await claimMail(tx, trialHoldEnding, {
    to,
    key: `${userId} ${releaseAt}`,
    userId,
    data: { firstName, releaseAt, zipCodes, monthlyAmountCents },
  });
});

export const onTrialHoldEnded = on(holdEnded, async ({ data }, tx) => {
  const holder = await holderOf(tx, data);
  if (!holder) return;
  const { email: to, firstName, accountId: userId } = holder;
  const key = `${userId} ${data.trialExpiresAt}`;
  await claimMail(tx, trialHoldEnded, { to, key, userId, data: { firstName, zipCodes: data.zipCodes } });
});
