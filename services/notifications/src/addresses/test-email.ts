import { button, greet, paragraph } from '@closingwire/contracts/mail-content';
import { z } from 'zod';
import { defineTemplate } from '../delivery/template.ts';

/** When this mail is delivered, the mark of its address ends. */
export const testEmail = defineTemplate('test-email', {
  title: 'Test email',
  purpose: 'security',
  containsSecret: false,
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your email address works again',
    preview: 'You asked for this test, and it reached you.',
    heading: greet('This test reached you', firstName),
    body: [
      paragraph(
        'You asked us to check this address. You can read this, so it works. News of your lists and your trial comes here again, unless you turned it off.',
      ),
      button('Open my settings', linkTo('/settings')),
    ],
    reason: 'You asked for a test email in your settings at ClosingWire.',
  }),
});
