import { once } from '@closingwire/chassis/consume';
import { likePattern } from '@closingwire/chassis/like-pattern';
import { sql, type Tx } from '@closingwire/chassis/pg';
import { contactMessageReceived } from '@closingwire/contracts/content';
import { leadFlagged as leadFlaggedEvent } from '@closingwire/contracts/leads';
import { button, facts, quote } from '@closingwire/contracts/mail-content';
import { z } from 'zod';
import { type ForgottenAddress, isForgotten } from '../delivery/forgotten.ts';
import { enqueueMail } from '../delivery/store.ts';
import { defineTemplate } from '../delivery/template.ts';
import { recipientOf } from '../users/store.ts';
import { mailConfirmedAgain, mailResolved, mailTakenBack } from './flag-outcome.ts';

const contactMessage = defineTemplate('contact-message', {
  title: 'Message to support',
  purpose: 'support',
  data: z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() }),
  compose: ({ name, email, subject, message }) => ({
    subject: `[Contact] ${subject}`,
    preview: `${name} wrote to support.`,
    heading: subject,
    body: [facts({ From: name, Email: email }), quote(message)],
    reason: 'Somebody wrote to support. Reply to this mail to answer.',
  }),
});

const leadFlagged = defineTemplate('lead-flagged', {
  title: 'Lead flagged',
  purpose: 'support',
  data: z.object({
    agentName: z.string(),
    /** Address and day of the sale; absent in older mails. */
    closing: z.string().optional(),
    reportedBy: z.string(),
    note: z.string(),
  }),
  compose: ({ agentName, closing, reportedBy, note }, linkTo) => ({
    subject: `[Lead flag] ${agentName}`,
    preview: `${reportedBy} flagged a closing.`,
    heading: 'A closing was flagged',
    body: [
      facts({ ...(closing && { Closing: closing }), Agent: agentName, 'Reported by': reportedBy }),
      quote(note),
      button('Review lead flags', linkTo('/admin?tab=lead-flags')),
    ],
    reason: 'A subscriber flagged a closing.',
  }),
});

const onContactMessageReceived = (supportAddress: string) =>
  once(contactMessageReceived, async ({ data: { id, name, email, subject, message, receivedAt } }, tx) => {
    const askedAt = new Date(receivedAt);
    if (await isForgotten(tx, email, askedAt)) return;
    await enqueueMail(tx, contactMessage, {
      askedAt,
      to: supportAddress,
      key: id,
      replyTo: email,
      data: { name, email, subject, message },
    });
  });

const FORMER = 'a former subscriber';

/** Removes a deleted user's name and address from their unsent reports. */
export async function forgetReporter(tx: Tx, addresses: readonly ForgottenAddress[]): Promise<void> {
  await tx.execute(
    sql`update mails set data = jsonb_set(data, '{reportedBy}', to_jsonb(${FORMER}::text))
     where template = ${leadFlagged.name} and state <> 'sent'
       and data ->> 'reportedBy' ilike any (${addresses.map(({ email }) => `%<${likePattern(email)}>`)})`,
  );
}

/** Only new reports go to support. A change of the status may be an outcome for the reporter. */
const onLeadFlagged = (supportAddress: string) =>
  once(leadFlaggedEvent, async ({ data: flag }, tx) => {
    await mailTakenBack(tx, flag);
    await mailConfirmedAgain(tx, flag);
    if (flag.status !== 'pending') return mailResolved(tx, flag);
    const reporter = await recipientOf(tx, flag.userId);
    const reportedBy = reporter
      ? `${reporter.firstName} ${reporter.lastName} <${reporter.email}>`.trim()
      : FORMER;
    const { id, agentName, note, closing: sale } = flag;
    const closing =
      sale && `${sale.address1}, ${sale.city}, ${sale.state} ${sale.zipCode}, sold ${sale.soldDate}`;
    const data = { agentName, note, reportedBy, ...(closing && { closing }) };
    await enqueueMail(tx, leadFlagged, { to: supportAddress, key: id, data });
  });

export const supportMailHandlers = (supportAddress: string) => [
  onContactMessageReceived(supportAddress),
  onLeadFlagged(supportAddress),
];

export const supportTemplates = [contactMessage, leadFlagged];
