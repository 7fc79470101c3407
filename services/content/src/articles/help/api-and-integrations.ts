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
      'Narrow the result with the query parameters zip, zips, view, side, city, state, dateFrom, dateTo, minPrice and maxPrice. Several ZIP codes go into zips, with commas between them. view is the name of a view that you saved in Today: its ZIP codes, search text and side apply. side is buyer or seller. Dates are written as YYYY-MM-DD, prices in whole dollars; both limits are included. A price that is not disclosed is null, and no price limit lets it through. For example: /api/v1/agents-properties?zip=90210&minPrice=500000',
      'Without dates you get the last seven days. A reply is one page: page counts from 1, limit is how many leads a page has (100 unless you say, 200 at most), and totalPages in the reply says how many pages there are. Ask for page=2, page=3 and so on until you have them all.',
      'To get new leads only, add newSince with a time such as 2026-03-17T08:00:00Z. The reply has nextSince: send it as newSince the next time. Of several pages, take the nextSince of page 1. If total is not the same on all pages, a lead left the list while you read: read all pages again with the same newSince. The dates of sale still apply: add dateFrom if you also want sales that were reported after more than seven days.',
      'You receive the leads of the ZIP codes you are subscribed to. If you ask for others, the reply names them in notYours. Each lead has a closingId, and an agentId that is the same in all ZIP codes. The full reference, with every field and reply, is at /api/docs.',
    ),
  },
  {
    id: 'crm-import',
    category,
    question: 'How do I bring leads into my CRM?',
    answer: joinParagraphs(
      'On the dashboard, open More files and choose Follow Up Boss, HubSpot or Mailchimp. The file has one row for each agent, with the columns that the import of this program knows. The files for Follow Up Boss and HubSpot also have all closings of the agent in the file, each with its side, price and day. Follow Up Boss reads them from Notes. In HubSpot, assign Closing Notes to a note or a property of your own. For other programs, choose All columns: it has a row for each closing, and you can leave columns out. Mail merge labels are for letters. Each file can be CSV or Excel.',
      'A file has the closings of the dashboard filters: all your ZIP codes, some of them, or one of your saved views. While Today shows a view and the closings have no ZIP code of their own, the file has that view. The dialog says how many rows it has.',
      'Your choice is kept as soon as you change it, and each saved view keeps its own. A button such as Export for HubSpot beside More files makes the same file again with one press.',
      'Only agents who are new to you leaves out agents whom an earlier export held, also with a new closing. With a view, the file is first compared with the exports of this view and kind, so that a file for one client leaves out nobody of another. Without a view it is compared with all your exports. You can choose the other under Compared with. The dialog says how many agents it leaves out, and which exports had them. Exports count for 400 days.',
      'To have it done every day, let a small program or an automation service call the API once a day after your lists are refreshed, with newSince, and hand the rows to your CRM. Use agentId to recognize agents you have already, because one agent can appear with several sales.',
    ),
  },
  {
    id: 'api-errors',
    category,
    question: 'What do the error codes of the API mean?',
    answer: joinParagraphs(
      '401: no key was sent, or it is not valid. Check that the header reads Authorization: Bearer, a space, and the key. If the reply says that user IDs are no longer accepted, make a key in Settings.',
      '402: the trial has ended and no payment method is on file. Add one on the dashboard.',
      '400: a parameter is misspelled, not understood, or its lower limit is above the upper one; the reply says which. For an unknown view it names your views.',
      '429: too many requests. Wait as long as the Retry-After header says and ask less often; the lists change once a day.',
    ),
  },
];
