import { joinParagraphs, type SeedArticle } from './seed-article.ts';

const category = 'Getting Started';

export const gettingStarted: readonly SeedArticle[] = [
  {
    id: 'what-is-closingwire',
    category,
    question: 'What is ClosingWire, and who is it for?',
    answer: joinParagraphs(
      'ClosingWire gives you the real estate agents who closed a sale in your ZIP codes in the last seven days, with their contact details and the facts of the sale. The lists are refreshed every day.',
      'An agent who has just closed has momentum: past clients who talk, a next listing to finance, a next buyer to place. Mortgage brokers and lenders use the lists to congratulate, introduce themselves and win referral partners. Title companies, coaches, home services, printers and marketing agencies use them the same way.',
      'You choose the ZIP codes, you pay per ZIP code, and you can stop at any time. There is no setup fee.',
    ),
  },
  {
    id: 'subscribe-to-first-zip',
    category,
    question: 'How do I subscribe to my first ZIP codes?',
    answer: joinParagraphs(
      '1. Create an account with Get Started. You give your name, email and phone first, then your industry, company and team size.',
      '2. Open the link in the confirmation email. It activates your account, signs you in and takes you to the ZIP Code Catalog. Your free trial starts at that moment.',
      '3. Choose a state, then type at least three characters of a ZIP code or a city. Pick ZIP codes from the suggestions or from the list; each one goes into Your Order.',
      '4. Press Start Trial. After the trial the button reads Purchase Now and shows the monthly price.',
      'You then land on your dashboard. New ZIP codes show as Updating while the first list is pulled, and we email you when it is ready.',
    ),
  },
  {
    id: 'first-list-arrival',
    category,
    question: 'When will I see my first leads?',
    answer: joinParagraphs(
      'Usually within 15 minutes of subscribing. At busy times the first pull can take up to 25 minutes.',
      'While it runs, the ZIP code is marked Updating on your Subscriptions page. When the list is ready it turns to Active and we send you an email, so there is no need to wait in front of the screen.',
      'After that the list is brought up to date every day without you doing anything.',
    ),
  },
  {
    id: 'making-first-contact',
    category,
    question: 'How do I get the most out of a fresh list?',
    answer: joinParagraphs(
      'Be early. The lists cover the last seven days; an agent who closed yesterday is easier to congratulate than one who closed last week. Sort your day by sale date.',
      'Be specific. Every lead carries the address, price, beds, baths and property type of the sale. "Congratulations on closing the three-bedroom on Oak Street" opens a conversation that a general pitch does not.',
      'Filter to what fits you. On the dashboard you can narrow the list by ZIP code, city, state, price, property type and sale date, and then export exactly what you see as a CSV file for your CRM or dialer.',
      'Respect the rules for calls, texts and emails in your state, and stop when somebody asks you to.',
    ),
  },
];
