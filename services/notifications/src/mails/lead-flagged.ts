import { z } from 'zod';
import { button, facts, quote } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';

export const leadFlagged = defineTemplate('lead-flagged', {
  purpose: 'support',
  data: z.object({ agentName: z.string(), reportedBy: z.string(), note: z.string() }),
  compose: ({ agentName, reportedBy, note }, linkTo) => ({
    subject: `[Lead flag] ${agentName}`,
    preview: `${reportedBy} reported a lead.`,
    heading: 'A lead was flagged',
    body: [
      facts({ Agent: agentName, 'Reported by': reportedBy }),
      quote(note),
      button('Review lead flags', linkTo('/admin')),
    ],
    reason: 'A subscriber reported a lead.',
  }),
});
