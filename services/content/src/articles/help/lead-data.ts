import { joinParagraphs, type SeedArticle } from './seed-article.ts';

const category = 'Lead Data';

export const leadData: readonly SeedArticle[] = [
  {
    id: 'what-each-lead-contains',
    category,
    question: 'What information does each lead contain?',
    answer: joinParagraphs(
      'About the agent: name, role in the sale, license number, email, mobile, office phone, website, brokerage, team, office address and social profiles.',
      'About the sale: address, price, date sold, beds, baths, square feet, property type and, where the source gives them, MLS number, listing date and lot size.',
      'Not every source carries every field, so some may be empty.',
    ),
  },
  {
    id: 'where-data-comes-from',
    category,
    question: 'Where does the data come from, and how fresh is it?',
    answer: joinParagraphs(
      'From public records: property transactions, MLS records and other public real estate databases.',
      'A list covers sales of the last seven days, counted by the date of the sale where the property is, and is updated every day. Your pages show when each list was last brought up to date.',
    ),
  },
  {
    id: 'filter-and-export',
    category,
    question: 'How do I filter leads and export them as CSV?',
    answer: joinParagraphs(
      'On the dashboard, filter by ZIP code, city, state, lowest and highest price, property type (home, condo, multi-family, commercial) and sale dates. A lowest or highest price leaves out the leads whose price is not disclosed. The export contains every lead that matches your filters, not only the page you see.',
      'On the page of one ZIP code you can choose the last 24 hours, 7 days, 30 days or dates of your own, and export that list. The Subscriptions page exports one list or all of them.',
      'The files open in Excel, Google Sheets and Numbers, and can be imported into any CRM that reads CSV.',
      'More files has Excel workbooks, your choice of columns, and files for Follow Up Boss, HubSpot, Mailchimp and letters. It can leave out agents whom one of your earlier exports held, and it lists your past exports. My Lists on the dashboard leaves out your customers and the contacts that you must not call.',
    ),
  },
  {
    id: 'report-wrong-lead',
    category,
    question: 'A phone number or email is wrong. What can I do?',
    answer: joinParagraphs(
      'Flag the lead: choose the flag beside the agent, write what is wrong (for example "number disconnected" or "moved to another brokerage") and submit. Our team reviews every report.',
      'Agents change numbers and brokerages often, so reports from the field help everybody. Please report one lead per flag.',
    ),
  },
];
