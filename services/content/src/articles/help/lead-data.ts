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
      'Several ZIPs or a view chooses some of your ZIP codes, or a view that you saved. The list, the charts and all files then have the same closings. To save a view, open Sort and filter in Today, choose ZIP codes, a search text or a side, and give the view a name: for example one for each client.',
      'On the page of one ZIP code you can choose the last 24 hours, 7 days, 30 days or dates of your own, and export that list. The Subscriptions page exports one list or all of them.',
      'The files open in Excel, Google Sheets and Numbers, and can be imported into any CRM that reads CSV. More files has Excel workbooks, your choice of columns, and files for Follow Up Boss, HubSpot, Mailchimp and letters. It can leave out agents of your earlier exports. It lists your past exports; you can download each again for 90 days.',
      'My Lists on the dashboard takes two lists, as a CSV file or pasted text: your customers, and the contacts that you must not call. Agents with one of these email addresses or phone numbers leave your lists, files, emails and API. We store no contact of your lists, only keyed hashes. Replace or remove a list at any time.',
    ),
  },
  {
    id: 'whom-to-call-first',
    category,
    question: 'Whom do I call first, and how do I keep track?',
    answer: joinParagraphs(
      'The dashboard begins with Today: one row for each agent who closed in your ZIP codes in the last 7 days. Each row gives the reason for its place, such as deals this week, their sum, or a follow-up that you promised. Agents who came after your last visit are marked as new. Sort and filter lists only agents who represented the buyer, or the seller, and saves your choice as a view.',
      'After a call, press what came of it: Called, Voicemail, Met, Not interested or Do not call. You can add a note and a follow-up day; on that day the agent returns to the top. Do not call leaves the agent out of your lists, files and API. The History lists what you noted, and removes it again.',
      'Press a name for the page of the agent, with all closings in your ZIP codes, the state of each contact, words to begin with, and a contact file for your phone. Watch an agent, and an email tells you of the next closing.',
    ),
  },
  {
    id: 'report-wrong-lead',
    category,
    question: 'A phone number or email is wrong. What can I do?',
    answer: joinParagraphs(
      'Flag the lead: choose the flag beside the agent, write what is wrong (for example "number disconnected" or "moved to another brokerage") and submit. Our team reviews every report.',
      'The lead then says that you flagged it, and what became of it. We email you the outcome. If we confirm that a contact is wrong, you get a credit for the month of its ZIP code, as far as you paid for it.',
      'Agents change numbers and brokerages often, so reports from the field help everybody. Please report one lead per flag.',
    ),
  },
];
