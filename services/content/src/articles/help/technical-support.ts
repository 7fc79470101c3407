import { joinParagraphs, type SeedArticle } from './seed-article.ts';

const category = 'Technical Support';

export const technicalSupport: readonly SeedArticle[] = [
  {
    id: 'confirmation-mail-missing',
    category,
    question: 'I did not get the confirmation email. What now?',
    answer: joinParagraphs(
      'Look into the spam or promotions folder first. Company mail filters sometimes hold back mail from new senders for some minutes.',
      'Check that the address on the last step of registration is spelled correctly. If it is not, register again with the right one.',
      'If it still does not arrive, contact us and we will activate your account with you. You cannot sign in before the address is confirmed.',
    ),
  },
  {
    id: 'list-stays-updating',
    category,
    question: 'My ZIP code has been Updating for a long time. Is something wrong?',
    answer: joinParagraphs(
      'The first pull takes 25 minutes or less. Reload the page after that time; the row turns to Active when the list is there, and an email tells you too.',
      'If a ZIP code is still Updating after an hour, write to us with the ZIP code. A rural ZIP code can also have no sale in the last seven days: then its list is Active but short, and widening the dates on the page of the ZIP code shows older sales.',
    ),
  },
  {
    id: 'logged-out',
    category,
    question: 'Why do I have to sign in again?',
    answer: joinParagraphs(
      'You are signed out when you log out, when you change your password on another device, or when your session has not been used for a long time. The page then says that you are logged out and brings you to the sign-in page.',
      'If it happens all the time, your browser may be blocking or deleting cookies for this site; allow them and sign in again. Private windows forget you when they are closed.',
    ),
  },
  {
    id: 'contact-support',
    category,
    question: 'How do I reach support, and how fast do you answer?',
    answer: joinParagraphs(
      'Use the form on the Contact page. We reply within 24 hours on business days. For something urgent, put URGENT in the subject.',
      'You will get an answer sooner if you tell us the ZIP code, the page you were on, what you expected and what you saw. Never send us your password or card number.',
    ),
  },
];
