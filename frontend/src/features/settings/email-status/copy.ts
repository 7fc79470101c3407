import type { MarkReason } from '@closingwire/contracts/notifications';

type Text = { title: (email: string, since: string) => string; text: string };

const undelivered: Text = {
  title: (email, since) => `We have not been able to deliver email to ${email} since ${since}`,
  text: 'You get no emails about your lists and your trial. We still try to send security and billing emails. If the address works again, send a test email. Otherwise, change the address.',
};

/** Texts by the reason why the address gets no notices. */
export const markCopy: Record<MarkReason, Text> = {
  refused: undelivered,
  bounced: undelivered,
  complained: {
    title: (email, since) => `Our email to ${email} was reported as spam on ${since}`,
    text: 'You get no emails about your lists and your trial. You still get security and billing emails. To get all emails again, send a test email.',
  },
};

export const testCopy = {
  failed: { title: 'Error', fallback: 'Failed to send the test email' },
  refused: 'The test email was refused too.',
  succeeded: (email: string) => ({
    title: 'Test email sent',
    description: `Look for it in the inbox of ${email}. You now get all our emails again.`,
  }),
};
