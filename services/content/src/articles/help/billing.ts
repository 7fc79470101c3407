import { joinParagraphs, type SeedArticle } from './seed-article.ts';

const category = 'Billing & Subscriptions';

export const billing: readonly SeedArticle[] = [
  {
    id: 'what-does-it-cost',
    category,
    question: 'What does a ZIP code cost?',
    answer: joinParagraphs(
      'Each ZIP code costs $15 per month. Your total is the number of your ZIP codes times $15, and Your Order shows it before you confirm.',
      'If the price of your account differs, Settings, Billing shows it with your next charge.',
      'There is no setup fee and no minimum term. If you add or remove ZIP codes during a month, the next invoice accounts for the days.',
    ),
  },
  {
    id: 'how-the-free-trial-works',
    category,
    question: 'How does the free trial work?',
    answer: joinParagraphs(
      'The trial starts when you open the link in your confirmation email. It normally lasts 14 days; your dashboard shows how many are left. There is one trial per person.',
      'During the trial you subscribe to ZIP codes free of charge and without a card. You see the same lists, filters and exports as a paying subscriber.',
      'Before it ends we remind you by email. To keep your ZIP codes, add a payment method from the dashboard; your ZIP codes and lists then carry on without a break.',
    ),
  },
  {
    id: 'when-the-trial-ends',
    category,
    question: 'What happens when my trial ends?',
    answer: joinParagraphs(
      'If a payment method is on file, your ZIP codes continue at $15 per ZIP code per month.',
      'If there is none, the dashboard shows Trial Over and the lists are locked. Nothing is charged. Continue to payment from there to convert the ZIP codes you chose into a paid subscription; access comes back at once.',
    ),
  },
  {
    id: 'cancel-or-change-payment',
    category,
    question: 'How do I cancel, change my card or see invoices?',
    answer: joinParagraphs(
      'Settings, Billing shows your plan, what you pay and when, the card on file and your invoices.',
      'Open the menu behind your picture or initial at the top right and choose Subscriptions. The billing portal opens in a new tab: there you can change the card, download invoices and cancel.',
      'To stop a single ZIP code, remove it from your subscribed ZIP codes. You can cancel at any time. Access to a ZIP code ends when it is cancelled, so export what you still need first.',
    ),
  },
];
