import { joinParagraphs, type SeedArticle } from './seed-article.ts';

const category = 'Account Settings';

export const accountSettings: readonly SeedArticle[] = [
  {
    id: 'change-profile',
    category,
    question: 'How do I change my name, email, phone or company?',
    answer: joinParagraphs(
      'Open the menu behind your picture or initial and choose Settings. You can change first and last name, email, phone, company and team size there.',
      'Your industry is chosen once, when you register or before your first order. After that it is fixed, because ZIP codes are exclusive by industry. If you chose the wrong one or your business has changed, contact support and we will look at it with you.',
    ),
  },
  {
    id: 'email-notifications',
    category,
    question: 'Which emails will I get, and how do I turn them off?',
    answer: joinParagraphs(
      'We write when a new list is ready, before your trial ends and when something needs your attention, such as a failed payment.',
      'The email with new agents lists the agents who closed since the last one, with numbers to tap, after the follow-ups that you promised for the day. In the settings, under Email with new agents, choose daily or weekly, the hour in your time zone, and all ZIP codes or one saved view. Without new agents or follow-ups we send none.',
      'Turn notifications on or off under Settings, Email notifications, or with the unsubscribe link at the end of such an email, for which you need not sign in. Messages about security and billing are sent in any case, because you would not want to miss them.',
    ),
  },
  {
    id: 'reset-password',
    category,
    question: 'I forgot my password. How do I reset it?',
    answer: joinParagraphs(
      'On the sign-in page choose the link for a forgotten password, enter your email and press Send reset email. The link in the mail is valid for one hour and works once.',
      'If nothing arrives, look into your spam folder and check that you used the address you registered with. Then press Try a different email and send it again.',
      'A password needs at least 6 characters; we recommend at least 12, or a password manager.',
    ),
  },
  {
    id: 'terms-of-use',
    category,
    question: 'What do the Terms of use ask of me?',
    answer: joinParagraphs(
      'The lists are for business contact with agents. Do not use them to decide about credit, jobs, homes or insurance. You are responsible for the rules on calls, such as the do-not-call registries, and on emails, such as CAN-SPAM.',
      'The whole text is on the page Terms of Use, linked at the end of each page. You accept it when you register. When it changes, we ask you once to accept the new version.',
    ),
  },
  {
    id: 'close-account',
    category,
    question: 'How do I get a copy of my data or close my account?',
    answer: joinParagraphs(
      'Both are under Settings, Your data. Download my data gives you everything we keep about you as one JSON file.',
      'Delete account asks for your password, then ends your subscriptions, frees your ZIP codes and removes your profile and lists at once. It cannot be undone, so export the lists you want to keep first.',
      'If you cannot sign in any more, write to us on the Contact page from the email address of your account. What we store and for how long is described in the Privacy Policy.',
    ),
  },
];
