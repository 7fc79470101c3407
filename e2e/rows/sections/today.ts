import { section } from '../section.ts';

export const today = section('Beyond the spec: Today, the first part of the dashboard', {
  'today/agents': {
    text: 'One row an agent over all ZIPs, with the reason of its place; name, reason, Call, Text and Email on the first screen of a phone',
    screen: '/dashboard',
    call: 'GET /api/user/today',
  },
  'today/new': {
    text: 'Agents who came after the last visit are marked and counted',
    call: ['GET /api/user/today', 'POST /api/user/today/visits'],
  },
  'today/outcome': {
    text: 'One press notes an outcome, with a note and a follow-up day; another removes it',
    screen: '/dashboard',
    call: ['PUT /api/user/outcomes/{outcomeId}', 'DELETE /api/user/outcomes/{outcomeId}'],
  },
  'today/follow-up': {
    text: "On the promised day the agent returns to the top, from 8 in the agent's state",
    call: 'PUT /api/user/outcomes/{outcomeId}',
  },
  'today/follow-ups': {
    text: 'The promised follow-ups have a list and a number: the earliest day first, each with its day in words and its note',
    call: 'GET /api/user/today',
  },
  'today/do-not-call': {
    text: "'Do not call' leaves the agent out of lists, exports and API of this account only",
    screen: '/dashboard',
    call: 'PUT /api/user/outcomes/{outcomeId}',
  },
  'today/barred': {
    text: "'Do not call' holds until it is removed: another outcome is refused, also of a second tab or at the same time",
    call: 'PUT /api/user/outcomes/{outcomeId}',
  },
  'today/pressed-twice': {
    text: 'The same outcome pressed twice is noted once',
    call: 'PUT /api/user/outcomes/{outcomeId}',
  },
  'today/done': {
    text: 'Today counts the agents that are done, and calls agents new only before the first outcome',
    screen: '/dashboard',
    call: 'GET /api/user/today',
  },
  'today/note-kept': {
    text: 'A note and a day are saved as they are chosen, also before another outcome or page',
    screen: '/dashboard',
  },
  'today/lists-back': {
    text: 'Back returns from a list of Today to the one before; the open one is in view on a phone',
    screen: '/dashboard',
  },
  'today/steady': {
    text: "A press moves no row of Today. 'Do not call' leaves the row in its place as one line with Undo, until the user opens the list again",
    screen: '/dashboard',
  },
  'today/thumb': {
    text: 'On a phone the outcomes are 44 px high, 8 px apart',
    screen: '/dashboard',
  },
  'today/history': {
    text: 'The history lists all outcomes, and by kind those that hold',
    screen: '/dashboard',
    call: 'GET /api/user/outcomes',
  },
  'today/put-back': {
    text: 'A removed outcome is put back in its place with one press',
    call: ['PUT /api/user/outcomes/{outcomeId}', 'DELETE /api/user/outcomes/{outcomeId}'],
  },
  'today/agent-page': {
    text: 'The page of an agent has closings, contacts with their state, history, opening line, contact file, print',
    screen: '/agent/{agentId}',
    call: 'GET /api/user/agents/{agentId}',
  },
  'today/watch': {
    text: 'The watcher of an agent gets one email for each new sale in the own ZIPs',
    screen: '/agent/{agentId}',
    call: 'PUT /api/user/watches/{agentId}',
  },
  'today/watched': {
    text: 'The watched agents have a list and a number, also those without a closing of the week; each row has a toggle',
    call: 'GET /api/user/today',
  },
  'today/several-zips': {
    text: 'Closings, charts and files can be of several ZIPs, and on the dashboard of a saved view',
    call: ['GET /api/user/agents', 'POST /api/user/agents/export'],
  },
  'today/file-rows': {
    text: "The number of a file's rows is known before it is made",
    call: 'GET /api/user/files/rows',
  },
  'today/new-to-like': {
    text: 'A file of new agents can be compared with all earlier exports, or with those of its preset and view',
    call: 'POST /api/user/files',
  },
  'today/sent-exports': {
    text: 'An export that broke off leaves no agent out of later files, and is forgotten',
    call: 'POST /api/user/files',
  },
  'today/list-exports': {
    text: 'Files of lists and of a ZIP are exports too: files of new agents know them, and they can be downloaded again',
    screen: '/subscriptions',
    call: ['GET /api/agents/{zip}', 'PUT /api/user/exports/{exportId}'],
  },
  'today/choice-of-view': {
    text: 'A view keeps its own choice of a file; until then it has that of the account',
    call: ['GET /api/user/file-choice', 'PUT /api/user/file-choice'],
  },
  'today/left-out': {
    text: 'A file of new agents says how many it leaves out and which exports had them',
    call: 'GET /api/user/files/rows',
  },
  'today/file-without-rows': {
    text: 'A file without rows cannot be downloaded; the dialog says why, what to do, and no toast covers its button',
    screen: '/dashboard',
  },
  'today/choice-kept': {
    text: "A changed choice of a file is kept without a download, for its view; another view has its own or the account's",
    screen: '/dashboard',
  },
  'today/changed-view': {
    text: 'A file of a view is refused if the view was changed since the client read it; the dialog reads it again',
    call: 'POST /api/user/files',
  },
  'today/files-of-view': {
    text: 'Files are of the view that Today shows while the closings have no choice of their own; the button names it',
    screen: '/dashboard',
  },
  'today/unknown-view': {
    text: 'Today says that there is no view of this name, and shows no agents',
    screen: '/dashboard',
  },
  'today/deal-notes': {
    text: 'The files for Follow Up Boss and HubSpot have all deals of an agent in their days, with side, price and day',
    call: ['POST /api/user/files', 'GET /api/user/exports/{exportId}/file'],
  },
  'today/side': {
    text: "A filter lists the agents of the buyer's or the seller's side; views keep it, and so does their digest",
    screen: '/dashboard',
    call: ['GET /api/user/today', 'PUT /api/user/views/{id}'],
  },
  'today/side-texts': {
    text: 'A row counts the deals for buyers and for sellers, with a filter those of its side; the opening line suits that side',
    screen: '/dashboard',
  },
  'today/views': {
    text: 'Saved views have a name, are in the URL, and one opens first',
    screen: '/dashboard',
    call: ['GET /api/user/views', 'PUT /api/user/views/{id}', 'DELETE /api/user/views/{id}'],
  },
  'today/keys': { text: 'Keys search, move, note a call and show the help', screen: '/dashboard' },
  'today/wrong-email': {
    text: 'Lists, Today and the page of an agent mark an email that an admin confirmed as wrong',
    call: 'GET /api/user/today',
  },
});
