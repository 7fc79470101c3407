import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';

const reviewedKinds = { phone: 'Phone', license: 'License number' } as const;

export const optOutReview = defineTemplate('opt-out-review', {
  title: 'Opt-out to review',
  purpose: 'support',
  data: z.object({ kinds: z.array(z.enum(['phone', 'license'])) }),
  compose: ({ kinds }, linkTo) => ({
    subject: '[Opt-out] A request needs review',
    preview: 'An agent named more than their address proves.',
    heading: 'An opt-out needs review',
    body: [
      paragraph(
        'An agent confirmed an opt-out by email. The address is out of the lists. What else they named is not carried by that address alone in our lists, so it takes effect only when an admin approves it.',
      ),
      facts({ 'To decide on': kinds.map(kind => reviewedKinds[kind]).join(', ') }),
      button('Review opt-outs', linkTo('/admin?tab=opt-outs')),
    ],
    reason: 'An opt-out waits for an admin.',
  }),
});
