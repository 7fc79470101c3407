import { on } from '@closingwire/chassis/consume';
import { leadFlagged as leadFlaggedEvent } from '@closingwire/contracts/leads';
import { claimMail } from '../db/mails.ts';
import { recipientOf } from '../db/users.ts';
import { leadFlagged } from '../mails/lead-flagged.ts';

/** A new report goes to support; its way through the statuses does not. */
export const onLeadFlagged = (supportAddress: string) =>
  on(leadFlaggedEvent, async ({ data: flag }, tx) => {
    if (flag.status !== 'pending') return;
    const reporter = await recipientOf(tx, flag.userId);
    const reportedBy = reporter
      ? `${reporter.firstName} ${reporter.lastName} <${reporter.email}>`.trim()
      : 'a former subscriber';
    const { id, agentName, note, closing: sale } = flag;
    const closing =
      sale && `${sale.address1}, ${sale.city}, ${sale.state} ${sale.zipCode}, sold ${sale.soldDate}`;
    const data = { agentName, note, reportedBy, ...(closing && { closing }) };
    await claimMail(tx, leadFlagged, { to: supportAddress, key: id, data });
  });
