import { on } from '@closingwire/chassis/consume';
import { optOutDecided } from '@closingwire/contracts/events/lead-events';
import { claimMail, recipientOf } from '../db/mails.ts';
import { confirmOptOut } from '../mails/confirm-opt-out.ts';
import { optOutOutcome } from '../mails/opt-out-outcome.ts';

/** To the address that the link was mailed to, which is known by the id alone; opt-outs from before have no such mail. */
export const onOptOutDecided = (supportAddress: string) =>
  on(optOutDecided, async ({ data: { id, outcome, kinds, confirmedAt, decidedAt } }, tx) => {
    const to = await recipientOf(tx, confirmOptOut, id);
    if (to === undefined) return;
    await claimMail(tx, optOutOutcome, {
      to,
      key: `${id} ${outcome}`,
      replyTo: supportAddress,
      data: { outcome, kinds, confirmedAt, decidedAt },
    });
  });
