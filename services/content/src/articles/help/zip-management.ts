import { joinParagraphs, type SeedArticle } from './seed-article.ts';

const category = 'ZIP Code Management';

export const zipManagement: readonly SeedArticle[] = [
  {
    id: 'why-zip-unavailable',
    category,
    question: 'Why is a ZIP code marked Unavailable?',
    answer: joinParagraphs(
      'ZIP codes are exclusive by industry: in each ZIP code, one subscriber per industry receives the list. Unavailable means that somebody in your industry already has it, is about to complete an order for it, or that the ZIP code is switched off at the moment.',
      'You can wait for a ZIP code that another company has: press Wait beside it. When it becomes free, we email the user who waited longest. That user alone can order it for the next 24 hours.',
      'Neighboring ZIP codes often share the same agents and are a good place to start meanwhile.',
    ),
  },
  {
    id: 'industry-exclusivity',
    category,
    question: 'What does industry exclusivity mean for me?',
    answer: joinParagraphs(
      'While you are subscribed to a ZIP code, nobody else in your industry can subscribe to it. Subscribers in other industries can: a mortgage broker and a title company may both receive the same ZIP code, and do not compete.',
      'The Subscriptions page shows since when each ZIP code is yours, and in which industry. An agent can also close in another ZIP code, which a rival may have: exclusivity is about the ZIP code, not about the agent.',
      'Your industry is the one you chose when you registered. You cannot change it yourself, because your exclusivity depends on it; if it is wrong, contact support.',
    ),
  },
  {
    id: 'add-or-remove-zips',
    category,
    question: 'How do I add or remove ZIP codes?',
    answer: joinParagraphs(
      'To add, open Add ZIP Codes in the header, or Add More beside your ZIP codes on the dashboard. Choose a state, search, put the ZIP codes into Your Order and confirm. Your selection is kept on your device until you order.',
      'The search takes a ZIP code, a city, a county such as Travis County, or the miles around a place: within 10 miles of 78701. One button adds all free ZIP codes that it finds. Paste ZIP Codes takes a list of up to 5,000 codes or a file.',
      'Each ZIP code shows its closings of the last 7 and 30 days, its agents, and how many have an email or a mobile number, before you pay.',
      'To remove, take the ZIP code out of your list of subscribed ZIP codes. You lose access to its list at once, and the ZIP code becomes available to others in your industry.',
    ),
  },
  {
    id: 'zip-lost-during-order',
    category,
    question: 'Why was a ZIP code gone when I placed my order?',
    answer: joinParagraphs(
      'ZIP codes are held for you from the moment you confirm the order, not while they lie in your selection. If somebody in your industry confirmed first, the order stops and names the ZIP codes that are no longer available.',
      'Nothing is charged in that case. Take those ZIP codes out of your order and confirm again.',
    ),
  },
];
