import { on } from '@closingwire/chassis/consume';
import { optOutReviewNeeded } from '@closingwire/contracts/leads';
import { claimMail } from '../db/mails.ts';
import { optOutReview } from '../mails/opt-out-review.ts';

export const onOptOutReviewNeeded = (supportAddress: string) =>
  on(optOutReviewNeeded, async ({ data: { id, kinds } }, tx) => {
    await claimMail(tx, optOutReview, { to: supportAddress, key: id, data: { kinds } });
  });
