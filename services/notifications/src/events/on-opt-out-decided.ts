import { on } from '@closingwire/chassis/consume';
import type { Log } from '@closingwire/chassis/log';
import { optOutDecided } from '@closingwire/contracts/leads';
import { claimMail, recipientOf } from '../db/mails.ts';
import { confirmOptOut } from '../mails/confirm-opt-out.ts';
import { optOutOutcome } from '../mails/opt-out-outcome.ts';

/**
 * To the address that the link was mailed to, which is known by the id of that mail alone. The mail is gone when its
 * reader had an account and deleted it, and its address some time after it was sent.
 */
export const onOptOutDecided = ({ log, supportAddress }: { log: Log; supportAddress: string }) =>
  on(optOutDecided, async ({ data: { mailId, outcome, kinds, confirmedAt, decidedAt } }, tx) => {
    const to = await recipientOf(tx, confirmOptOut, mailId);
    if (to === undefined) {
      log.info({ mailId, outcome }, 'the outcome of an opt-out is mailed to nobody: its address is not kept');
      return;
    }
    await claimMail(tx, optOutOutcome, {
      to,
      key: `${mailId} ${outcome}`,
      replyTo: supportAddress,
      data: { outcome, kinds, confirmedAt, decidedAt },
    });
  });
