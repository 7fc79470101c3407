import { joinParagraphs, type SeedArticle } from './seed-article.ts';

const category = 'API & Integrations';

export const apiAndIntegrations: readonly SeedArticle[] = [
  {
    id: 'api-key',
    category,
    question: 'Where do I find my API key?',
    answer: joinParagraphs(
      'Open Settings and look for API access. Make a key for each program: it begins with cw_ and is shown once. It can be revoked by itself, which takes effect within seconds, or rolled: the old key then keeps working for as long as you choose while you put the new one in place.',
      'Your user ID below the keys works as a key, too, unless an administrator has turned that off. Whoever knows it can read your lists, and it can be neither replaced nor revoked. So prefer a key.',
      'Treat it like a password: whoever has it can read the leads you pay for. Keep it on your server, never in a web page or a shared spreadsheet, and tell us if it got into the wrong hands.',
    ),
  },
  {
    id: 'api-request',
    category,
    question: 'How do I pull leads through the API?',
    answer: joinParagraphs(
      'Send GET requests to /api/v1/agents-properties with the header Authorization: Bearer followed by your API key.',
      'Narrow the result with the query parameters zip, zips, city, state, dateFrom, dateTo, minPrice and maxPrice. Several ZIP codes go into zips, with commas between them. Dates are written as YYYY-MM-DD, prices in whole dollars; both limits are included. A price that is not disclosed is null, and no price limit lets it through. For example: /api/v1/agents-properties?zip=90210&minPrice=500000',
      'Without dates you get the last seven days. A reply is one page: page counts from 1, limit is how many leads a page has (100 unless you say, 200 at most), and totalPages in the reply says how many pages there are. Ask for page=2, page=3 and so on until you have them all.',
      'You receive the leads of the ZIP codes you are subscribed to. The full reference, with every field and reply, is at /api/docs.',
    ),
  },
  {
    id: 'crm-import',
    category,
    question: 'How do I bring leads into my CRM?',
    answer: joinParagraphs(
      'The simplest way is the CSV export: filter the leads on the dashboard, export, and use the import function of your CRM. The first row holds the column names, such as Agent Name, Brokerage, Email, Mobile, Sale Price and Sale Date, so most CRMs match them by themselves.',
      'To have it done every day, let a small program or an automation service call the API once a day after your lists are refreshed, with dateFrom set to yesterday, and hand the rows to your CRM.',
      'Use the email address or the license number of an agent to recognize those you have already, because one agent can appear with several sales.',
    ),
  },
  {
    id: 'api-errors',
    category,
    question: 'What do the error codes of the API mean?',
    answer: joinParagraphs(
      '401: no key was sent, or it is not valid. Check that the header reads Authorization: Bearer, a space, and the key. If the reply says that user IDs are no longer accepted, make a key in Settings.',
      '402: the trial has ended and no payment method is on file. Add one on the dashboard.',
      '400: a parameter is misspelled, not understood, or its lower limit is above the upper one; the reply says which.',
      '429: too many requests. Wait as long as the Retry-After header says and ask less often; the lists change once a day.',
    ),
  },
];
