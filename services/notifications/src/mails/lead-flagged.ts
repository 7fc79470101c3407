import { z } from 'zod';
import { button, facts, quote } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';

export const leadFlagged = defineTemplate('lead-flagged', {
  title: 'Lead flagged',
  purpose: 'support',
  data: z.object({
    agentName: z.string(),
    /** Address and day of the sale; mails from before it was known lack it. */
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
      button('Review lead flags', linkTo('/admin')),
    ],
    reason: 'A subscriber flagged a closing.',
  }),
});
