import { accountChangeCopy, keyFacts, sectionLabels, sectionOf } from '@closingwire/contracts/mail-copy';
import { accountChangeFacts } from '@closingwire/contracts/notifications';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';
import { instantText, whereAndWhen } from './where-and-when.ts';

export const accountChanged = defineTemplate('account-changed', {
  title: 'Account changed',
  purpose: 'security',
  data: accountChangeFacts,
  compose: ({ firstName, change, from, at, actionLink, settingsLink, apiKey }) => {
    const { subject, lead, advice, action } = accountChangeCopy[change];
    return {
      subject,
      preview: lead,
      heading: greet('A change to your account', firstName),
      body: [
        paragraph(lead),
        whereAndWhen(from, at, keyFacts(apiKey, at, instantText)),
        paragraph(from ? `If it was you, there is nothing to do. ${advice}` : advice),
        button(action, actionLink),
        ...(settingsLink ? [button(sectionLabels[sectionOf(change)], settingsLink)] : []),
      ],
      reason: 'You get this mail because something changed that keeps your account safe.',
    };
  },
});
