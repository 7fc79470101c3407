import type { Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { announceAccount, announceExpiring } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { lockAccount } from '../db/accounts.ts';
import { accountsToRemind, noteNotice, noticesOf } from '../db/trial-notices.ts';
import { dueReminder } from '../domain/trial.ts';

export const remindOfTrials = 'remind-of-trials';
const batch = 200;

async function remind(tx: Tx, { terms }: Billing, accountId: string, now: Date): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (account?.status !== 'active') return;
  const days = dueReminder(account, await noticesOf(tx, account), now);
  if (days === undefined) return;
  await noteNotice(tx, account, days);
  await announceExpiring(tx, accountId, terms.centsPerZip, days);
  if (days === 0 && !account.hasActivePayment) {
    await announceAccount(tx, accountId, terms.centsPerZip, ['trial-expired']);
  }
}

/** Tells of trials that end in 7, 3, 1 and 0 days, once each; each account in a transaction of its own. */
export function remindOfTrialsTask(billing: Billing): Task {
  return async () => {
    const now = billing.clock();
    for (;;) {
      const ids = await accountsToRemind(billing.pg, now, batch);
      for (const id of ids) await billing.pg.transaction(tx => remind(tx, billing, id, now));
      if (ids.length < batch) return;
    }
  };
}
