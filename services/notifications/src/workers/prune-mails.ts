import type { Task } from '@closingwire/chassis/jobs';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { emptyEndedBefore, forgetRecipientsBefore } from '../db/mails.ts';
import { templates } from '../mails/template-named.ts';

export const PRUNE_TASK = 'prune-mails';
export const pruneCrontab = `23 4 * * * ${PRUNE_TASK}`;

const KEPT_DAYS = 30;
/** An outcome goes to the address of the link, so whatever is decided later than this is mailed to nobody. */
const RECIPIENT_KEPT_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

const passing = templates.filter(({ forgetsRecipient }) => forgetsRecipient).map(({ name }) => name);

/** Forgets what mails said that were not sent, and whom those named who have no account; what came of them stays. */
export function pruneMails({ pg, clock }: { pg: Pg; clock: Clock }): Task {
  return async () => {
    const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
    await emptyEndedBefore(pg, daysAgo(KEPT_DAYS));
    await forgetRecipientsBefore(pg, passing, daysAgo(RECIPIENT_KEPT_DAYS));
  };
}
